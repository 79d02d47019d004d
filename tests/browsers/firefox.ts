import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BidiConnection,
  type BrowserSettings,
  connectBidi,
  type Driver,
  type Engine,
  keyPressActions,
  pressActions,
} from './driver.ts';

interface RunningFirefox {
  connection: BidiConnection;
  /** The browsing context of Firefox itself, not of a page: preferences are set in it. */
  chrome: string;
  /** The errors of each tab, by its id. */
  faults: Map<string, string[]>;
  stop(): Promise<void>;
}

type Preferences = Record<string, string | number | boolean>;

const preferences: Preferences = {
  // As on telephones: a scroll bar beside the page would make it narrower than the window.
  'ui.useOverlayScrollbars': 1,
  'dom.w3c_touch_events.enabled': 1,
  'intl.accept_languages': 'en-GB',
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.disabledForTesting': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  // For each frame the processor draws the whole window; with fewer frames an animation takes just as long.
  'layout.frame_rate': 20,
  // A process is prelaunched for the page after next; half of these are never used.
  'dom.ipc.processPrelaunch.enabled': false,
};

/** WebDriver BiDi has no commands for these; the preferences take effect with the next document. */
const preferencesOf = ({ dark, reducedMotion, script }: BrowserSettings): Preferences => ({
  'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
  'ui.prefersReducedMotion': reducedMotion ? 1 : 0,
  'javascript.enabled': script,
});

/** The WebSocket URL that Firefox prints once it accepts connections. */
function printedUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const hear = (part: Buffer) => {
      text += part;
      const found = /BiDi listening on (ws:\S+)/.exec(text)?.[1];
      if (found) resolve(found);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Firefox did not start. It said:\n${text}`)));
  });
}

async function launch(path: string): Promise<RunningFirefox> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
  const lines = Object.entries(preferences).map((each) => `user_pref(${JSON.stringify(each).slice(1, -1)});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const remoteControl = ['--remote-debugging-port', '0', '--remote-allow-system-access'];
  const args = ['--headless', '--no-remote', ...remoteControl, '--profile', profile];
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const faults = new Map<string, string[]>();
  const connection = await connectBidi(`${await printedUrl(child)}/session`, (_method, params) => {
    const { level, text, source } = params as { level: string; text: string; source: { context: string } };
    if (level === 'error') faults.get(source.context)?.push(text);
  });
  await connection.send('session.new', { capabilities: {} });
  await connection.send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await connection.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {
    'moz:scope': 'chrome',
    maxDepth: 0,
  });
  return {
    connection,
    chrome: contexts[0]?.context ?? '',
    faults,
    async stop() {
      connection.close();
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function setPreferences(
  { connection, chrome }: RunningFirefox,
  settings: BrowserSettings,
): Promise<void> {
  const { exceptionDetails } = await connection.send<{ exceptionDetails?: { text: string } }>(
    'script.callFunction',
    {
      functionDeclaration: `() => {
        for (const [name, value] of Object.entries(${JSON.stringify(preferencesOf(settings))}))
          Services.prefs[typeof value === 'boolean' ? 'setBoolPref' : 'setIntPref'](name, value);
      }`,
      awaitPromise: false,
      target: { context: chrome },
    },
  );
  if (exceptionDetails) throw new Error(exceptionDetails.text);
}

async function openTab(firefox: RunningFirefox, { width, height }: BrowserSettings): Promise<Driver> {
  const { connection, faults } = firefox;
  // With cookies and cached files of its own.
  const { userContext } = await connection.send<{ userContext: string }>('browser.createUserContext', {});
  const { context } = await connection.send<{ context: string }>('browsingContext.create', {
    type: 'tab',
    userContext,
  });
  faults.set(context, []);
  const resize = async (newWidth: number, newHeight: number) => {
    const viewport = { width: newWidth, height: newHeight };
    await connection.send('browsingContext.setViewport', { context, viewport });
  };
  await resize(width, height);
  return {
    async navigate(url) {
      await connection.send('browsingContext.navigate', { context, url, wait: 'none' });
    },
    async call(source) {
      const answer = await connection.send<{
        result?: { value?: string };
        exceptionDetails?: { text: string };
      }>('script.callFunction', {
        functionDeclaration: source,
        awaitPromise: true,
        target: { context },
      });
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
      return answer.result?.value;
    },
    async press(x, y, pointer) {
      await connection.send('input.performActions', { context, actions: pressActions(x, y, pointer) });
    },
    async keys(names) {
      await connection.send('input.performActions', { context, actions: keyPressActions(names) });
    },
    resize,
    async picture() {
      const { data } = await connection.send<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      });
      return Buffer.from(data, 'base64');
    },
    faults: () => faults.get(context) ?? [],
    async close() {
      await connection.send('browser.removeUserContext', { userContext });
    },
  };
}

/** Firefox from 140 on, by WebDriver BiDi. One visit at a time: its preferences apply to all its tabs. */
export async function startFirefox(path: string): Promise<Engine> {
  const firefox = await launch(path);
  return {
    async visit(settings) {
      await setPreferences(firefox, settings);
      return openTab(firefox, settings);
    },
    stop: firefox.stop,
  };
}
