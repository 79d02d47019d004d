import { progress } from '@clack/prompts';
import { type Terminal, tell } from './terminal.ts';

export interface Progress {
  /** So many of the whole are done; `message` says it in words. */
  reach(done: number, message: string): void;
  end(): void;
}

/** Without a terminal: a line for each part of the whole of this size. */
const partsOffTerminal = 10;

/** A bar on a terminal; elsewhere a line now and then, so that a log shows how far it is. */
export function startProgress(terminal: Terminal, whole: number, title: string): Progress {
  return terminal.stderr.isTTY
    ? startBar(terminal, whole, title)
    : { reach: tellParts(terminal, whole), end: () => {} };
}

function startBar(terminal: Terminal, whole: number, title: string): Progress {
  const bar = progress({ max: Math.max(whole, 1), output: terminal.stderr, style: 'block' });
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

function tellParts(terminal: Terminal, whole: number): Progress['reach'] {
  let told = 0;
  return (done, message) => {
    const part = Math.floor((done / whole) * partsOffTerminal);
    if (part <= told || done >= whole) return;
    told = part;
    tell(terminal, message);
  };
}
