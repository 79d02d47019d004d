import { Command, CommanderError, Help, InvalidArgumentError } from 'commander';
import { defaultColumns, exitCodes, print, type Terminal, UsageError } from './terminal.ts';

type JsonObject = Record<string, unknown>;

/** A command's result. Either `data` or `text` is printed on standard output. */
export interface Answer {
  /** Printed with --json. */
  data: JsonObject | JsonObject[];
  /** Printed without --json. */
  text: string;
  /** The command succeeded but found something to be put right: the exit code is 1. */
  hasFindings?: boolean;
}

/** The options that every command has. */
export interface CommonOptions {
  /** Undefined without --json; true for all fields; else the fields, separated by commas. */
  json?: true | string;
  /** False with --no-input. */
  input: boolean;
}

export interface Call<Options> {
  terminal: Terminal;
  options: Options & CommonOptions;
  args: string[];
}

export interface CommandDefinition<Options> {
  /** The name and its arguments, in commander's syntax. */
  name: string;
  summary: string;
  /** Without the program's name. */
  examples: string[];
  /** More text for the help, one paragraph a line. */
  notes?: string;
  /** The fields of --json; empty where none can be chosen, undefined for a command without data. */
  fields?: string[];
  declareOptions?(command: Command): void;
  /** Resolves to undefined if it has printed its output itself. */
  run(call: Call<Options>): Promise<Answer | undefined>;
}

export type TerminalCommand = (terminal: Terminal) => Command;

/** Defines a command, with the options, the help and the exit codes that all commands share. */
export function defineCommand<Options extends object>(
  definition: CommandDefinition<Options>,
): TerminalCommand {
  const { name, summary, examples, notes, fields } = definition;
  return (terminal) => {
    const [word = '', ...parameters] = name.split(' ');
    const command = new Command(word).description(summary);
    for (const parameter of parameters) command.argument(parameter);
    definition.declareOptions?.(command);
    if (fields) declareJson(command, fields);
    command
      .option('--no-input', 'never ask: end with 4 where an answer would be needed')
      .addHelpText(
        'after',
        () => `${describeNotes(terminal, notes)}${describeExamples(programOf(command), examples)}`,
      )
      .action(async () => {
        const options = command.opts<Options & CommonOptions>();
        const answer = await definition.run({ terminal, options, args: command.args });
        if (!answer) return;
        await print(
          terminal,
          options.json === undefined ? answer.text : chooseFields(answer.data, options.json, fields ?? []),
        );
        // The only way to return an exit code through commander without ending the process.
        if (answer.hasFindings) throw new CommanderError(exitCodes.error, 'findings', '');
      });
    return configureCommand(terminal, command);
  };
}

/** Defines a command with subcommands, such as `person`. */
export function defineGroup({
  name,
  summary,
  examples,
  commands,
}: {
  name: string;
  summary: string;
  /** Without the program's name. */
  examples: string[];
  commands: TerminalCommand[];
}): TerminalCommand {
  return (terminal) => {
    const group = configureCommand(terminal, new Command(name).description(summary).helpCommand(false));
    for (const command of commands) group.addCommand(command(terminal));
    return group.addHelpText('after', () => describeExamples(programOf(group), examples));
  };
}

interface ProgramDefinition {
  /** What is typed before its commands. */
  name: string;
  summary: string;
  /** More text for the help, one paragraph a line. */
  notes: string;
  /** Without the program's name. */
  examples: string[];
  /** In the order of the help. */
  commands: TerminalCommand[];
}

/** Defines a program whose commands share their output and their exit codes. */
export function defineProgram({
  name,
  summary,
  notes,
  examples,
  commands,
}: ProgramDefinition): TerminalCommand {
  return (terminal) => {
    const program = configureCommand(terminal, new Command(name).description(summary).helpCommand(false));
    for (const command of commands) program.addCommand(command(terminal));
    return program.addHelpText(
      'after',
      () => `${describeNotes(terminal, notes)}${describeExamples(name, examples)}`,
    );
  };
}

function declareJson(command: Command, fields: string[]): void {
  if (fields.length === 0) command.option('--json', 'print JSON');
  else
    command.option(
      '--json [fields]',
      `print JSON: all fields, or some with commas between them: ${fields.join(', ')}`,
    );
}

/** The notes of a help text, wrapped to the width of the terminal. */
function describeNotes({ stdout }: Terminal, notes: string | undefined): string {
  if (notes === undefined) return '';
  return `\n${new Help().boxWrap(notes, stdout.columns ?? defaultColumns)}\n`;
}

const programOf = (command: Command): string => (command.parent ? programOf(command.parent) : command.name());

/** The examples at the end of every help text. @param program what is typed before each example */
function describeExamples(program: string, examples: string[]): string {
  return `\nExamples:\n${examples.map((example) => `  ${program} ${example}`).join('\n')}`;
}

/** Makes a commander command write to the terminal, and throw instead of ending the process. */
function configureCommand(terminal: Terminal, command: Command): Command {
  return command.exitOverride().configureOutput({
    writeOut: (text) => void terminal.stdout.write(text),
    writeErr: (text) => void terminal.stderr.write(text),
    getOutHelpWidth: () => terminal.stdout.columns ?? defaultColumns,
    getErrHelpWidth: () => terminal.stderr.columns ?? defaultColumns,
  });
}

/**
 * Writes data as JSON, with only the requested fields.
 * @param asked true for all; else names separated by commas
 * @throws UsageError that lists the existing fields
 */
function chooseFields(data: JsonObject | JsonObject[], asked: true | string, fields: string[]): string {
  const names = asked === true ? fields : fieldNames(asked, fields);
  const choose = (found: JsonObject) =>
    asked === true ? found : Object.fromEntries(names.map((name) => [name, found[name] ?? null]));
  return `${JSON.stringify(Array.isArray(data) ? data.map(choose) : choose(data), undefined, 2)}\n`;
}

/** The names in a list such as `email,source`. Throws like chooseFields. */
export function fieldNames(asked: string, fields: string[]): string[] {
  const names = asked.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !fields.includes(name));
  if (unknown.length === 0) return names;
  throw new UsageError(`--json knows no field ${unknown.join(', ')}. There are: ${fields.join(', ')}.`);
}

/** Parses an option's value as a whole number above zero. @throws InvalidArgumentError, which commander reports */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above zero.');
  return Number(text);
}
