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
