import { progress } from '@clack/prompts';
import { type Terminal, tell } from './terminal.ts';

export interface Progress {
  /** @param done how many of the total @param message the same in words */
  reach(done: number, message: string): void;
  end(): void;
}

/** Without a terminal, a line is written at every tenth of the total. */
const partsWithoutTerminal = 10;

/** A progress bar on a terminal; elsewhere lines, so that a log shows the progress. */
export function startProgress(terminal: Terminal, total: number, title: string): Progress {
  return terminal.stderr.isTTY
    ? startBar(terminal, total, title)
    : { reach: reportParts(terminal, total), end: () => {} };
}

function startBar(terminal: Terminal, total: number, title: string): Progress {
  const bar = progress({ max: Math.max(total, 1), output: terminal.stderr, style: 'block' });
  bar.start(title);
  let reached = 0;
  return {
    reach(done, message) {
      bar.advance(done - reached, message);
      reached = done;
    },
    end: () => bar.stop(title),
  };
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
