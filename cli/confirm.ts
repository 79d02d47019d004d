import type { Key } from 'node:readline';
import { isCancel, text } from '@clack/prompts';
import { type Command, Option } from 'commander';
import type { CommonOptions } from './define-command.ts';
import { InputNeeded } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

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
  const typed = await ask(terminal, `${question} Type ${word} to go on:`);
  if (isCancel(typed) || typed.trim() !== word) throw new Error('Nothing was changed.');
}

/** Cancels the prompt on Ctrl+D and when the terminal closes; the library alone would wait for ever. */
async function ask({ stdin, stderr }: Terminal, message: string): ReturnType<typeof text> {
  const cancelling = new AbortController();
  const cancel = () => cancelling.abort();
  const onKeypress = (_: string, key: Key) => {
    if (key.ctrl && key.name === 'd') cancel();
  };
  stdin.on('keypress', onKeypress).once('end', cancel);
  try {
    return await text({ message, input: stdin, output: stderr, signal: cancelling.signal });
  } finally {
    stdin.off('keypress', onKeypress).off('end', cancel);
  }
}
