/** What a command ends with; whoever calls it from a script may rely on these. */
export const exitCodes = { fine: 0, error: 1, usage: 2, inputNeeded: 4 } as const;

/** The command was called wrongly. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command would have to ask, and there is nobody to ask. */
export class InputNeeded extends Error {
  override name = 'InputNeeded';
}
