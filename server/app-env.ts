/** Which part of the server answered: the label in logs and metrics, where a URL could carry an address. */
export type Endpoint = 'function' | 'rpc' | 'form' | 'link' | 'site' | 'health' | 'other';

/** Hono's `Env` of every app and middleware here. */
export interface AppEnv {
  Bindings: {
    /** The address at the other end of the connection, from whichever runtime serves: Node, Deno, a test. */
    peer?: string | undefined;
  };
  Variables: {
    requestId: string;
    /** Sent with every response to this request; see json-response.ts. */
    responseHeaders: Record<string, string>;
    /** The visitor's address, which the limits count; '' when unknown. */
    clientAddress: string;
    endpoint: Endpoint;
    /** What a join came to. */
    outcome: string;
  };
}
