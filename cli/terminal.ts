import type { Readable, Writable } from 'node:stream';

type Stream<Kind> = Kind & { isTTY?: boolean; columns?: number };

/** The environment and the standard streams of a command. */
export interface Terminal {
  env: Record<string, string | undefined>;
  stdin: Stream<Readable>;
  /** Data only, so that it can be piped. */
  stdout: Stream<Writable>;
  /** For the user: progress, questions, summaries, errors. */
  stderr: Stream<Writable>;
}

/** Exit codes; scripts may rely on them. */
export const exitCodes = { fine: 0, error: 1, usage: 2, inputNeeded: 4 } as const;

/** The command was called wrongly. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command has to ask, and nobody can answer. */
export class InputNeeded extends Error {
  override name = 'InputNeeded';
}

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Writes data; resolves when the reader has consumed it, so that output for a slow reader does not fill the memory. */
export function print(terminal: Terminal, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    terminal.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Writes a line for the user. */
export function writeStderr(terminal: Terminal, line: string): void {
  terminal.stderr.write(`${line}\n`);
}

/** Draws rows as a plain-text table with left-aligned columns. */
export function drawTable(rows: Record<string, unknown>[], columns = Object.keys(rows[0] ?? {})): string {
  const lines = [columns, ...rows.map((row) => columns.map((name) => cellText(row[name])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((cells) => cells[index]?.length ?? 0)));
  const rule = ([left, middle, right]: string) =>
    `${left}${widths.map((width) => '─'.repeat(width + 2)).join(middle)}${right}\n`;
  const [head = '', ...body] = lines.map(
    (cells) => `│ ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' │ ')} │\n`,
  );
  return [rule('┌┬┐'), head, rule('├┼┤'), ...body, rule('└┴┘')].join('');
}

/** JSON for an object or array. Control characters, which a stranger may have sent, would move the cursor. */
function cellText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

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
export const defaultColumns = 80;

/** A progress bar on a terminal; elsewhere lines, so that a log shows the progress. It takes neither keys nor signals. */
export function startProgress(terminal: Terminal, total: number, title: string): Progress {
  return terminal.stderr.isTTY
    ? startBar(terminal, total, title)
    : { reach: reportParts(terminal, total), end: () => {} };
}

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
    writeStderr(terminal, message);
  };
}
