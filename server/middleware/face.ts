/** What the runtime (Node's server, Deno, a test) tells the app about a request beside the request itself. */
interface RuntimeFacts {
  /** The address at the other end of the connection. */
  peer?: string | undefined;
}

export type Face = 'function' | 'procedure' | 'form' | 'site' | 'health' | 'other';

/** What passes between the middlewares of one request. */
export interface FaceEnv {
  Bindings: RuntimeFacts;
  Variables: {
    requestId: string;
    /** What every answer to this request carries; see program-answer.ts. */
    answerHeaders: Record<string, string>;
    /** The address limits are counted against, '' when unknown. */
    client: string;
    /** Which part of the server answered. Logs and counters hold this instead of a URL, which anybody can write an address into. */
    face: Face;
    /** What a join came to, for the counters. */
    outcome: string;
  };
}

/** Where facts for the operator go: pino on Node, the console on Deno. Never hand it an address. */
export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
