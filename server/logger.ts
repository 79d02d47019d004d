/** The methods that the server needs of a log: pino on Node, the console on Deno. Never pass it an email or client address. */
export interface Logger {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
