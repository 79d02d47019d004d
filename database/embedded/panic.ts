/** EX_SOFTWARE of sysexits.h: the supervisor starts the server again, and recovery begins with the log on the disk. */
const exitCode = 70;

/**
 * Ends the process when the embedded PostgreSQL panics: its log cannot be written, and its next call would spin for
 * ever at full load. What was acknowledged is on the disk; what was not is answered by nobody.
 * Takes a line of PostgreSQL's; returns whether it stays out of the server's own output.
 */
export function endOnPanic(line: string): boolean {
  if (line.includes('PANIC:')) {
    console.error(
      'The embedded database cannot write its log (a full disk?). Ending, so that nothing is lost.',
    );
    process.exit(exitCode);
  }
  return true;
}
