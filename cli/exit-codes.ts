/** Exit codes; scripts may rely on them. */
export const exitCodes = { fine: 0, error: 1, usage: 2, inputNeeded: 4 } as const;

/** The command was called wrongly. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command has to ask, and nobody can answer. */
export class InputNeeded extends Error {
  override name = 'InputNeeded';
}
