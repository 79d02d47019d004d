/**
 * The reason in what was thrown. For a host with several addresses Node gives one error each; we take the first. An error without
 * words is named by its kind.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
}
