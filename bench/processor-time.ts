import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a tick of /proc, on every Linux in use. */
const tickMs = 10;

/**
 * Milliseconds of processor time that this process and everything it started have used so far, by the name of the program.
 * Those that have ended count to whoever started them. On Linux alone.
 */
export function processorTimes(): Map<string, number> {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readProcess(Number(pid))];
      } catch {
        return []; // It has ended meanwhile.
      }
    });
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  const times = new Map<string, number>();
  for (const { pid, name, ticks } of processes) {
    if (!isOurs(pid)) continue;
    const key = pid === process.pid ? 'client' : name;
    times.set(key, (times.get(key) ?? 0) + ticks * tickMs);
  }
  return times;
}

/** See proc(5): the name stands in brackets and may hold spaces. */
function readProcess(pid: number): { pid: number; parent: number; name: string; ticks: number } {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const name = line.slice(line.indexOf('(') + 1, line.lastIndexOf(')'));
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const at = (field: number) => Number(fields[field - 3]);
  const ticks = pid === process.pid ? at(14) + at(15) : at(14) + at(15) + at(16) + at(17);
  return { pid, parent: at(4), name: /node|MainThread/.test(name) ? 'servers' : name, ticks };
}
