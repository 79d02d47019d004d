import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';

interface Message {
  id?: number;
  method?: string;
  params: {
    sessionId: string;
    targetInfo: { targetId: string; type: string; subtype?: string };
  };
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** A tab of Chromium, with the page that it shows and the pages that it renders ahead. */
export interface Tab {
  /** The path of the page that is shown. */
  goTo(url: string): Promise<void>;
  /** Evaluates an expression in the page that is shown, or in the one that is rendered ahead. */
  see<Value>(expression: string, where?: 'shown' | 'ahead'): Promise<Value>;
  mouse(type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', x: number, y: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens Chromium with one tab. Playwright attaches to pages, for which Chromium renders no page ahead; here the protocol is
 * attached to the tab, which keeps its page when another takes its place.
 * @param slowdown by how much every page's processor is slowed
 */
export async function openTab(executablePath: string | undefined, slowdown = 1): Promise<Tab> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'tab-'));
  const chrome = await launch({
    ...(executablePath ? { chromePath: executablePath } : {}),
    userDataDir,
    chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--window-size=1280,800'],
    logLevel: 'silent',
  });
  const version = await (await fetch(`http://127.0.0.1:${chrome.port}/json/version`)).json();
  const socket = new WebSocket(version.webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const waiting = new Map<number, (message: Message) => void>();
  /** The attached pages by their sessions. */
  const pages = new Map<string, Message['params']['targetInfo']>();
  let lastId = 0;

  function send(method: string, params: object = {}, sessionId?: string) {
    const id = ++lastId;
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise<Record<string, unknown>>((resolve, reject) => {
      waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(error.message)) : resolve(result ?? {}),
      );
    });
  }

  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(data);
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    const { method, params } = message;
    if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'page') {
      const { sessionId, targetInfo } = params;
      pages.set(sessionId, targetInfo);
      const start = ['Runtime.enable', 'Runtime.runIfWaitingForDebugger'];
      send('Emulation.setCPUThrottlingRate', { rate: slowdown }, sessionId).catch(() => {});
      for (const method of start) send(method, {}, sessionId).catch(() => {});
    }
    // A page that was rendered ahead and is opened keeps its session.
    if (method === 'Target.targetInfoChanged')
      for (const [sessionId, { targetId }] of pages)
        if (targetId === params.targetInfo.targetId) pages.set(sessionId, params.targetInfo);
    if (method === 'Target.detachedFromTarget') pages.delete(params.sessionId);
  });

  const { targetId } = await send('Target.createTarget', { url: 'about:blank', forTab: true });
  const { sessionId: tab } = await send('Target.attachToTarget', { targetId, flatten: true });
  const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
  await send('Target.setAutoAttach', autoAttach, String(tab));

  function sessionOf(where: 'shown' | 'ahead'): string {
    const found = [...pages].findLast(([, { subtype }]) => (subtype === 'prerender') === (where === 'ahead'));
    if (!found) throw new Error(`No page is ${where}.`);
    return found[0];
  }
  return {
    async goTo(url) {
      await send('Page.navigate', { url }, sessionOf('shown'));
    },
    async see(expression, where = 'shown') {
      const asked = { expression, awaitPromise: true, returnByValue: true };
      const { result } = await send('Runtime.evaluate', asked, sessionOf(where));
      return (result as { value: never }).value;
    },
    async mouse(type, x, y) {
      const pressed = { type, x, y, button: type === 'mouseMoved' ? 'none' : 'left', clickCount: 1 };
      await send('Input.dispatchMouseEvent', pressed, sessionOf('shown'));
    },
    async close() {
      socket.close();
      chrome.kill();
      await rm(userDataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
