/** Which part of the server answered: the label in logs and metrics, instead of a URL, which could contain an email address. */
export type Endpoint = 'function' | 'rpc' | 'form' | 'link' | 'site' | 'health' | 'other';

/** Hono's `Env` of every app and middleware here. */
export interface AppEnv {
  Bindings: {
    /** The remote address of the connection, as the runtime reports it: Node, Deno, a test. */
    peer?: string | undefined;
  };
  Variables: {
    requestId: string;
    /** Sent with every response to this request; see json-response.ts. */
    responseHeaders: Record<string, string>;
    /** The visitor's address, which the limits count; '' when unknown. */
    clientAddress: string;
    endpoint: Endpoint;
    /** The outcome of a join, a form or an email link. */
    outcome: string;
  };
}
