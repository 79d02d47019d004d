let visitors = 0;

/** An address for each test (RFC 3849), so that one test's joins do not use up another's limits. */
export function newVisitorAddress(): string {
  visitors += 1;
  return `2001:db8:${(process.pid % 65_536).toString(16)}:${visitors.toString(16)}::1`;
}
