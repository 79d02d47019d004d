import { closeSync, openSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { orUnwritable, type WholeFileOptions, writeWhole } from '../system/whole-file.ts';

type Stream<Kind> = Kind & { isTTY?: boolean; columns?: number };

/** The environment and the standard streams of a command, and where it finds the build. */
export interface Terminal {
  env: Record<string, string | undefined>;
  stdin: Stream<Readable>;
  /** Data only, so that it can be piped. */
  stdout: Stream<Writable>;
  /** For the user: progress, questions, summaries, errors. */
  stderr: Stream<Writable>;
  /** The folder of the built site, with the emails' templates; undefined for the one of this project. */
  buildFolder?: string | undefined;
}

/** The command was called wrongly. */
export class UsageError extends Error {}

/** The command has to ask, and nobody can answer. */
export class InputNeeded extends Error {}

/** The program that read the output has stopped, as head does. Nobody needs the rest. */
export class ReaderGone extends Error {}

/** The codes of a write to a pipe without a reader, and of every write after that. */
const readerGoneCodes = ['EPIPE', 'ERR_STREAM_DESTROYED'];

function outputError(error: NodeJS.ErrnoException): Error {
  if (readerGoneCodes.includes(error.code ?? '')) return new ReaderGone(error.message);
  return new Error(`The output cannot be written: ${error.message}. What was written is not whole.`);
}

/**
 * Writes data; resolves when the reader has consumed it, so that output for a slow reader does not fill the memory.
 * @throws ReaderGone; Error with a sentence when it cannot be written, for instance on a full disk
 */
function print(terminal: Terminal, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    terminal.stdout.write(text, (error) => (error ? reject(outputError(error)) : resolve()));
  });
}

/** Writes data for a command that goes on without a reader. Throws only when the data cannot be written. */
export async function printIfRead(terminal: Terminal, text: string): Promise<void> {
  try {
    await print(terminal, text);
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
  }
}

/** Writes a line for the user. */
export function writeStderr(terminal: Terminal, line: string): void {
  terminal.stderr.write(`${line}\n`);
}

/** Draws rows as a plain-text table with left-aligned columns. */
export function drawTable<Row extends object>(
  rows: Row[],
  columns = Object.keys(rows[0] ?? {}) as (keyof Row & string)[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((name) => cellText(row[name])))];
  const widths = columns.map((_, i) =>
    lines.reduce((widest, line) => Math.max(widest, line[i]?.length ?? 0), 0),
  );
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
  const isComposite = typeof value === 'object' && value !== null;
  const text = isComposite ? JSON.stringify(value) : String(value ?? '');
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

/** A number for people, with commas. */
export const withCommas = (number: number) => number.toLocaleString('en-GB');

/** Such as `1 person` or `1,234 people`. */
export const peopleInWords = (number: number): string =>
  `${withCommas(number)} ${number === 1 ? 'person' : 'people'}`;

/**
 * Shows how far a long command is: on a terminal in one line, elsewhere in a line for every tenth, so that a log shows it too. Call
 * `end` after an error as well, so that the next output begins on its own line.
 */
export function startProgress({ stderr }: Terminal, title: string) {
  let tenths = 0;
  const show = (done: number, total: number) => {
    const line = `${title} ${withCommas(done)} of ${withCommas(total)}`;
    const reached = Math.floor((done / total) * 10);
    if (stderr.isTTY) stderr.write(`\r${line}\x1B[K`);
    else if (reached > tenths && done < total) stderr.write(`${line}\n`);
    tenths = reached;
  };
  const end = () => {
    if (stderr.isTTY) stderr.write('\n');
  };
  return { show, end };
}

/** The options that say whether a command may ask. */
export interface AskOptions {
  yes?: boolean;
  /** False with --no-input. */
  input: boolean;
}

export interface DryRunOption {
  dryRun?: boolean;
}

/** For a command that takes long before it asks: throws InputNeeded at once if nobody could answer. */
export function assertAnswerable(terminal: Terminal, { yes, input }: AskOptions, question: string): void {
  if (yes) return;
  if (input && terminal.stdin.isTTY) return;
  throw new InputNeeded(`${question} To do it without being asked: --yes.`);
}

/**
 * Asks as `confirm` does, unless it is a dry run: then it says what would happen, and the caller must change nothing.
 * Throws as `confirm` does.
 */
export async function confirmUnlessDryRun(
  terminal: Terminal,
  { dryRun, ...options }: AskOptions & DryRunOption,
  question: string,
  word: string,
): Promise<'go' | 'dry run'> {
  if (dryRun) {
    writeStderr(terminal, `${question} Nothing was changed.`);
    return 'dry run';
  }
  await confirm(terminal, options, question, word);
  return 'go';
}

/**
 * Asks the user to type a word before something that cannot be undone. Returns when the user has typed it, or said --yes.
 * @param options of a command without --dry-run: the type refuses any other, because a dry run must not go on
 * @param question what will happen, as a sentence
 * @throws InputNeeded if nobody can answer; Error if something else was typed, or Ctrl+C or Ctrl+D
 */
export async function confirm(
  terminal: Terminal,
  options: AskOptions & { dryRun?: never },
  question: string,
  word: string,
): Promise<void> {
  assertAnswerable(terminal, options, question);
  if (options.yes) return;
  const { stdin: input, stderr: output } = terminal;
  const lines = createInterface({ input, output, terminal: true });
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const answer = lines.question(`${question} Type ${word} to go on: `).catch(() => '');
  const typed = await Promise.race([answer, closed]);
  lines.close();
  output.write('\n');
  if (typed.trim() !== word) throw new Error('Nothing was changed.');
}

export type Write = (text: string) => Promise<void>;

/**
 * Lets `work` write to standard output, or to a file as writeWhole does.
 * @throws UnwritableFile; what `work` throws
 */
export async function withOutput<Result>(
  terminal: Terminal,
  file: string | undefined,
  work: (write: Write) => Promise<Result>,
  options?: WholeFileOptions,
): Promise<Result> {
  if (file === undefined) return work((text) => print(terminal, text));
  const writeTo = async (unfinished: string) => {
    const descriptor = orUnwritable(file, () => openSync(unfinished, 'a'));
    try {
      // writeSync may write only a part of it, for instance the last bytes that the disk has room for, without an error.
      return await work(async (text) => orUnwritable(file, () => writeFileSync(descriptor, text)));
    } finally {
      closeSync(descriptor);
    }
  };
  return writeWhole(file, writeTo, options);
}
