import { type Terminal, tell } from './terminal.ts';

export interface Progress {
  /** @param done how many of the total @param message the same in words */
  reach(done: number, message: string): void;
  /** To be called after an error too: what is written next begins a line of its own. */
  end(): void;
}

/** Without a terminal, a line is written at every tenth of the total. */
const partsWithoutTerminal = 10;

/** Characters of the bar, and of a terminal that does not say how wide it is. */
const barWidth = 20;
const defaultColumns = 80;

/** A progress bar on a terminal; elsewhere lines, so that a log shows the progress. */
export function startProgress(terminal: Terminal, total: number, title: string): Progress {
  return terminal.stderr.isTTY
    ? startBar(terminal, total, title)
    : { reach: reportParts(terminal, total), end: () => {} };
}

/**
 * Takes neither keys nor signals, so that Ctrl+C ends the command as it ends any other. The bars of the library that asks the
 * questions read the keys themselves, and then the command ends with 0.
 */
function startBar({ stderr }: Terminal, total: number, title: string): Progress {
  const reach = (done: number, message: string) => {
    const filled = Math.floor(Math.min(done / Math.max(total, 1), 1) * barWidth);
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
    // One line, which the next takes the place of: a longer one would be wrapped and stay.
    const line = `${title} ${bar} ${message}`.slice(0, (stderr.columns ?? defaultColumns) - 1);
    stderr.write(`\r${line}\x1B[K`);
  };
  reach(0, '');
  return { reach, end: () => void stderr.write('\n') };
}

function reportParts(terminal: Terminal, total: number): Progress['reach'] {
  let lastPart = 0;
  return (done, message) => {
    const part = Math.floor((done / total) * partsWithoutTerminal);
    if (part <= lastPart || done >= total) return;
    lastPart = part;
    tell(terminal, message);
  };
}
