import { realpathSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import type { Database, DatabaseOptions } from '../database/database.ts';
import { loadDotEnv } from '../server/dot-env.ts';
import { readDatabaseSettings } from '../server/settings.ts';
import { reasonOf } from '../system/reason-of.ts';
import { openForCommand } from '../waitlist/list/open-list.ts';
import {
  type AskOptions,
  InputNeeded,
  printIfRead,
  ReaderGone,
  type Terminal,
  UsageError,
  writeStderr,
} from './terminal.ts';

/** A command's result; `text` or, with --json, `data` is printed on standard output. */
export interface Answer {
  /** Undefined if the command has printed its output itself. */
  data?: object;
  text?: string;
  /** For the user, on standard error. */
  message?: string | undefined;
  /** The command succeeded but found something to be put right: the exit code is 1. */
  hasFindings?: boolean;
}

export interface Call<Options> {
  terminal: Terminal;
  /** `json` is undefined without --json, true for all fields, else the fields, separated by commas. */
  options: Options & AskOptions & { json?: true | string };
  args: string[];
}

/** The call of a command that works on the list. */
export type ListCall<Options> = Call<Options> & { database: Database };

interface CommandDefinition<Options, GivenCall = Call<Options>> {
  /** The name and its arguments, in commander's syntax. */
  name: string;
  summary: string;
  /** Without the program's name. */
  examples: string[];
  /** More text for the help, one paragraph a line. */
  notes?: string;
  /** The fields of --json, such as `email, source`; undefined for a command without data. */
  fields?: string;
  options?: Option[];
  run(call: GivenCall): Promise<Answer>;
}

export type TerminalCommand = (terminal: Terminal) => Command;

/** Scripts may rely on them. */
const exitCodes = { fine: 0, error: 1, usage: 2, inputNeeded: 4 };

/** For commands that ask before they do something that cannot be undone. */
export const yesOption = new Option('--yes', 'do it without asking');
export const dryRunOption = new Option('--dry-run', 'say what would happen, and change nothing');

/** Defines a command, with the options, the help and the exit codes that all commands share. */
export function defineCommand<Options extends object>(definition: CommandDefinition<Options>) {
  const { name, fields = '', options = [] } = definition;
  const json = new Option(
    '--json [fields]',
    `print JSON: all fields, or some with commas between them: ${fields}`,
  );
  const noInput = new Option('--no-input', 'never ask: end with 4 where an answer would be needed');
  return (terminal: Terminal) => {
    const [word = '', ...parameters] = name.split(' ');
    const command = configured(terminal, new Command(word), definition);
    for (const parameter of parameters) command.argument(parameter);
    for (const option of options) command.addOption(option);
    if (fields !== '') command.addOption(json);
    command.addOption(noInput);
    return command.action(async () => {
      const given = command.opts<Call<Options>['options']>();
      // Before anything is done: a wrong name changes nothing.
      const names = typeof given.json === 'string' ? namesIn(given.json, fields.split(', ')) : undefined;
      const call = { terminal, options: given, args: command.args };
      const { data, text = '', message, hasFindings } = await definition.run(call);
      if (message !== undefined) writeStderr(terminal, message);
      if (data) await printIfRead(terminal, given.json === undefined ? text : chooseFields(data, names));
      // The only way to return an exit code through commander without ending the process.
      if (hasFindings) throw new CommanderError(exitCodes.error, 'findings', '');
    });
  };
}

/** Defines a command that works on the list. It gets the open database that the environment names. */
export const defineListCommand = <Options extends object>(
  definition: CommandDefinition<Options, ListCall<Options>>,
): TerminalCommand =>
  defineCommand<Options>({
    ...definition,
    run: (call) => withDatabase(call.terminal, (database) => definition.run({ ...call, database })),
  });

/** Opens the database that the environment names, and always closes it. Throws like `open`. */
export async function withDatabase<Result>(
  { env }: Pick<Terminal, 'env'>,
  work: (database: Database) => Promise<Result>,
  open: (options: DatabaseOptions) => Promise<Database> = openForCommand,
): Promise<Result> {
  const database = await open(readDatabaseSettings(env));
  return work(database).finally(() => database.close());
}

type Help = Pick<CommandDefinition<object>, 'name' | 'summary' | 'notes' | 'examples'>;

/** Defines a command with subcommands, such as `person`, or a whole program. Its name is typed before its commands. */
export function defineGroup(definition: Help & { commands: TerminalCommand[] }): TerminalCommand {
  return (terminal) => {
    const group = configured(terminal, new Command(definition.name), definition).helpCommand(false);
    for (const command of definition.commands) group.addCommand(command(terminal));
    return group;
  };
}

/** Gives a command its help, and makes it write to the terminal and throw instead of ending the process. */
function configured({ stdout, stderr }: Terminal, command: Command, { summary, notes, examples }: Help) {
  const programOf = (each: Command): string => (each.parent ? programOf(each.parent) : each.name());
  return command
    .summary(summary)
    .description(notes === undefined ? summary : `${summary}\n\n${notes}`)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(text + adviceForDash(text)),
    })
    .addHelpText('after', () =>
      ['\nExamples:', ...examples.map((example) => `  ${programOf(command)} ${example}`)].join('\n'),
    );
}

/** An address may begin with a dash, and commander then takes it for an option. @param text commander's error */
function adviceForDash(text: string): string {
  const [, address] = /unknown option '(-[^']*@[^']*)'/.exec(text) ?? [];
  if (address === undefined) return '';
  return `An address that begins with a dash goes to the end, after --, as in: person show -- ${address}\n`;
}

/** Writes data as JSON: all fields, or the named ones. @throws Error when the data lacks a named field: our help has named it */
function chooseFields(data: object, names: string[] | undefined): string {
  const fieldOf = (found: Record<string, unknown>, name: string) => {
    if (name in found) return found[name] ?? null;
    throw new Error(
      `The answer has no field ${name}, although the help names it. This is a fault of the program.`,
    );
  };
  const choose = (found: Record<string, unknown>) =>
    names ? Object.fromEntries(names.map((name) => [name, fieldOf(found, name)])) : found;
  const chosen = Array.isArray(data) ? data.map(choose) : choose({ ...data });
  return `${JSON.stringify(chosen, undefined, 2)}\n`;
}

/** The names in a list such as `email,source`. @throws UsageError that lists the known ones */
export function namesIn<Name extends string>(list: string, known: Name[], fault = '--json knows no field') {
  const names = list.split(',').map((name) => name.trim() as Name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return names;
  throw new UsageError(`${fault} ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
}

/** An option whose value is a whole number above zero; commander reports any other. */
export const numberOption = (flags: string, description: string) =>
  new Option(flags, description).argParser((text) => {
    if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above zero.');
    return Number(text);
  });

/** Without its zone a time would mean another moment on another machine. */
const momentForms = z.union([
  z.iso.date(),
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
]);

/** An option that is a day, from its midnight in UTC, or a moment. Its value is a Date. Commander reports any other with an example. */
export const momentOption = (flags: string, description: string) =>
  new Option(
    flags,
    `${description}: a day, from midnight UTC, or a moment such as 2026-11-22T18:00:00Z`,
  ).argParser((text) => {
    if (!momentForms.safeParse(text).success)
      throw new InvalidArgumentError(
        'Write a day such as 2026-11-22, or a moment such as 2026-11-22T18:00Z.',
      );
    return new Date(text);
  });

/**
 * Runs a program with this process's arguments, environment (and a file .env) and streams, if the process was started with this
 * file: import.meta.main is not in Node 24.0.
 */
export async function runIfStarted(file: string, program: TerminalCommand): Promise<void> {
  const [, started, ...argv] = process.argv;
  if (started === undefined || realpathSync(started) !== file) return;
  const { env, stdin, stdout, stderr } = process;
  // A write reports its own error. An error event without a listener would end the process in the middle of its work.
  for (const stream of [stdout, stderr]) stream.on('error', () => {});
  try {
    loadDotEnv();
  } catch (error) {
    stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = exitCodes.error;
    return;
  }
  process.exitCode = await runProgram(program, argv, { env, stdin, stdout, stderr });
}

/** Runs one command of a program; returns the exit code. Errors are written as a sentence to standard error. */
export async function runProgram(
  program: TerminalCommand,
  argv: string[],
  terminal: Terminal,
): Promise<number> {
  try {
    await program(terminal).parseAsync(argv, { from: 'user' });
    return exitCodes.fine;
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander's own is 0 after a help text, and 1 for every wrong call.
      const { exitCode, code } = error;
      return exitCode === exitCodes.fine || code === 'findings' ? exitCode : exitCodes.usage;
    }
    if (error instanceof ReaderGone) return exitCodes.fine;
    writeStderr(terminal, reasonOf(error));
    if (error instanceof UsageError) return exitCodes.usage;
    return error instanceof InputNeeded ? exitCodes.inputNeeded : exitCodes.error;
  }
}
