/** The reason in what was thrown. For a host with several addresses Node gives one error each; we take the first. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
