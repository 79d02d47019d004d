import { createInterface } from 'node:readline/promises';
import { type Command, Option } from 'commander';
import type { CommonOptions } from './define-command.ts';
import { InputNeeded, type Terminal } from './terminal.ts';

export interface ConfirmOptions extends CommonOptions {
  yes?: boolean;
}

/** For commands that ask before they do something that cannot be undone. */
export function declareYes(command: Command): void {
  command.addOption(new Option('--yes', 'do it without asking'));
}

/** For commands that change something. */
export function declareDryRun(command: Command): void {
  command.addOption(new Option('--dry-run', 'say what would happen, and change nothing'));
}

/**
 * For a command that takes long before it asks: throws at once if nobody could answer.
 * @throws InputNeeded
 */
export function assertAnswerable(terminal: Terminal, { yes, input }: ConfirmOptions, question: string): void {
  if (!yes && (!input || !terminal.stdin.isTTY))
    throw new InputNeeded(`${question} To do it without being asked: --yes.`);
}

/**
 * Asks the user to type a word before something that cannot be undone.
 * @param question what will happen, as a sentence
 * @param word what has to be typed
 * @throws InputNeeded if nobody can answer; Error if something else was typed
 */
export async function confirm(
  terminal: Terminal,
  options: ConfirmOptions,
  question: string,
  word: string,
): Promise<void> {
  assertAnswerable(terminal, options, question);
  if (options.yes) return;
  const typed = await ask(terminal, `${question} Type ${word} to go on: `);
  if (typed?.trim() !== word) throw new Error('Nothing was changed.');
}

/** What is typed; undefined after Ctrl+C, Ctrl+D and when the terminal closes. */
async function ask({ stdin, stderr }: Terminal, question: string): Promise<string | undefined> {
  const lines = createInterface({ input: stdin, output: stderr, terminal: true });
  try {
    const closed = new Promise<undefined>((resolve) =>
      lines.once('close', () => {
        stderr.write('\n');
        resolve(undefined);
      }),
    );
    return await Promise.race([lines.question(question).catch(() => undefined), closed]);
  } finally {
    lines.close();
  }
}
