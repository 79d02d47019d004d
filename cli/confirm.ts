import type { Key } from 'node:readline';
import { isCancel, text } from '@clack/prompts';
import { type Command, Option } from 'commander';
import type { CommonOptions } from './define-command.ts';
import { InputNeeded } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

export interface ConfirmOptions extends CommonOptions {
  yes?: boolean;
}

/** For commands that ask before what cannot be undone. */
export function declareYes(command: Command): void {
  command.addOption(new Option('--yes', 'do it without asking'));
}

/** For commands that change something. */
export function declareDryRun(command: Command): void {
  command.addOption(new Option('--dry-run', 'say what would happen, and change nothing'));
}

/**
 * For what takes long before it can ask: refuses at once where nobody could answer.
 * @throws InputNeeded
 */
export function assertAnswerable(terminal: Terminal, { yes, input }: ConfirmOptions, question: string): void {
  if (!yes && (!input || !terminal.stdin.isTTY))
    throw new InputNeeded(`${question} To do it without being asked: --yes.`);
}

/**
 * Asks for a word to be typed before what cannot be undone.
 * @param question what will happen, as a sentence
 * @param word what has to be typed
 * @throws InputNeeded where nobody can answer; Error when something else was typed
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

/** Ctrl+D, or a terminal that is closed, is an answer too: the prompt's own library would wait for ever. */
async function ask({ stdin, stderr }: Terminal, message: string): ReturnType<typeof text> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const hear = (_: string, key: Key) => {
    if (key.ctrl && key.name === 'd') end();
  };
  stdin.on('keypress', hear).once('end', end);
  try {
    return await text({ message, input: stdin, output: stderr, signal: ending.signal });
  } finally {
    stdin.off('keypress', hear).off('end', end);
  }
}
