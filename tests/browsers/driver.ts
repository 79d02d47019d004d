/** What a visitor's browser is set to. */
export interface BrowserSettings {
  width: number;
  height: number;
  dark: boolean;
  reducedMotion: boolean;
  script: boolean;
}

export type Pointer = 'mouse' | 'touch';

/** The little that a journey needs of a browser; each engine implements it. */
export interface Driver {
  /** Starts a navigation without waiting for it. */
  navigate(url: string): Promise<void>;
  /** Calls a function, given as source, in the page, and returns what it (or its promise) returns, as JSON. */
  call(source: string): Promise<string | undefined>;
  /** Presses a point of the viewport, in CSS pixels. */
  press(x: number, y: number, pointer: Pointer): Promise<void>;
  /** Presses keys, one after the other: characters, or names of UI Events (`Enter`); `Shift+Tab` holds the first one. */
  keys(names: readonly string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** The viewport as PNG. */
  picture(): Promise<Buffer>;
  /** The errors of the pages so far, in the browser's words. */
  faults(): string[];
  close(): Promise<void>;
}

/** A browser that has been started, or will be at the first visit. */
export interface Engine {
  visit(settings: BrowserSettings): Promise<Driver>;
  stop(): Promise<void>;
}

/** WebDriver's code points for keys that type no character (W3C WebDriver, section 17.4.2). */
const codePoints: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

const keyValue = (name: string): string => codePoints[name] ?? name;

/** A press as an action sequence, the same in both WebDriver protocols (W3C WebDriver, section 15). */
export function pressActions(x: number, y: number, pointerType: Pointer): object[] {
  return [
    {
      type: 'pointer',
      id: pointerType,
      parameters: { pointerType },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ];
}

function keyActions(name: string): object[] {
  const [held, key] = name.length > 1 && name.includes('+') ? name.split('+') : [undefined, name];
  const value = keyValue(key ?? '');
  const press = [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  if (held === undefined) return press;
  return [{ type: 'keyDown', value: keyValue(held) }, ...press, { type: 'keyUp', value: keyValue(held) }];
}

/** Key presses, one after the other. */
export const keyPressActions = (names: readonly string[]): object[] => [
  { type: 'key', id: 'keyboard', actions: names.flatMap(keyActions) },
];

interface Message {
  id?: number;
  type: 'success' | 'error' | 'event';
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: string;
  message?: string;
}

export interface BidiConnection {
  /** Sends a command of WebDriver BiDi and returns its result; rejects with the browser's error message. */
  send<Result>(method: string, params: object): Promise<Result>;
  close(): void;
}

/**
 * Connects to a browser that speaks WebDriver BiDi.
 * @param onEvent called with every event that the session is subscribed to
 */
export async function connectBidi(
  url: string,
  onEvent: (method: string, params: Record<string, unknown>) => void,
): Promise<BidiConnection> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`No answer from ${url}.`)), { once: true });
  });
  const waiting = new Map<number, (message: Message) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data));
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.method) onEvent(message.method, message.params ?? {});
  });
  socket.addEventListener('close', () => {
    const gone: Message = { type: 'error', error: 'gone', message: 'The browser has ended.' };
    for (const answer of waiting.values()) answer(gone);
  });
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        // A closed socket would drop it without an answer.
        if (socket.readyState !== WebSocket.OPEN)
          return reject(new Error(`${method}: the browser has ended.`));
        lastId += 1;
        const id = lastId;
        waiting.set(id, (message) => {
          waiting.delete(id);
          if (message.type === 'error') reject(new Error(`${method}: ${message.error}: ${message.message}`));
          else resolve(message.result as never);
        });
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}
