import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of a clock tick in /proc, on every Linux in use. */
const tickMs = 10;

/**
 * Milliseconds of processor time that this process and everything it started have used so far, by the name of the program.
 * Processes that have exited count towards the one that started them. Only on Linux.
 */
export function processorTimes(): Map<string, number> {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readProcess(Number(pid))];
      } catch {
        return []; // It has exited meanwhile.
      }
    });
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  const times = new Map<string, number>();
  for (const { pid, name, ticks } of processes) {
    if (!isOurs(pid)) continue;
    const isClient = pid === process.pid;
    const key = isClient ? 'client' : /node|MainThread/.test(name) ? 'servers' : name;
    times.set(key, (times.get(key) ?? 0) + (isClient ? ticks.own : ticks.own + ticks.exited) * tickMs);
  }
  return times;
}

interface Process {
  pid: number;
  parent: number;
  name: string;
  /** Its own, and those of its children that have exited. */
  ticks: { own: number; exited: number };
}

/** See proc_pid_stat(5): the name stands in brackets and may hold spaces. */
function readProcess(pid: number): Process {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const name = line.slice(line.indexOf('(') + 1, line.lastIndexOf(')'));
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const at = (field: number) => Number(fields[field - 3]);
  return { pid, parent: at(4), name, ticks: { own: at(14) + at(15), exited: at(16) + at(17) } };
}

/** Processor time that a process itself has used, in seconds. Only on Linux. */
export const processorSeconds = (pid: number): number => (readProcess(pid).ticks.own * tickMs) / 1000;
