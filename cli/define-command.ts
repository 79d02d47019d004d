import { Command, CommanderError, Help } from 'commander';
import { exitCodes } from './exit-codes.ts';
import { chooseFields } from './json-fields.ts';
import { print, type Terminal } from './terminal.ts';

type JsonObject = Record<string, unknown>;

const defaultColumns = 80;

/** What a command found out: one of the two is printed, on standard output. */
export interface Answer {
  /** What --json prints. */
  data: JsonObject | JsonObject[];
  /** What a person reads. */
  text: string;
  /** The exit code is 1, though the command did what it should: it found something to be put right. */
  hasFindings?: boolean;
}

/** The options that every command has. */
export interface CommonOptions {
  /** Undefined for a person; true for all fields; else the fields, with commas between them. */
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
  /** The name, with its arguments as commander writes them. */
  name: string;
  summary: string;
  /** What follows the program's name. */
  examples: string[];
  /** What else its help has to say, a line for each paragraph. */
  notes?: string;
  /** The fields that --json knows, for its help; undefined for a command without data. */
  fields?: string[];
  declareOptions?(command: Command): void;
  /** Undefined when it has printed its data itself. */
  run(call: Call<Options>): Promise<Answer | undefined>;
}

export type TerminalCommand = (terminal: Terminal) => Command;

/** Makes a command with the options, the help and the exit codes that all commands share. */
export function defineCommand<Options extends object>(
  definition: CommandDefinition<Options>,
): TerminalCommand {
  const { name, summary, examples, notes, fields } = definition;
  return (terminal) => {
    const [word = '', ...parameters] = name.split(' ');
    const command = new Command(word).description(summary);
    for (const parameter of parameters) command.argument(parameter);
    definition.declareOptions?.(command);
    if (fields) command.option('--json [fields]', describeJson(fields));
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
        // Commander has no other way to hand a code on, and the process is not ours to end.
        if (answer.hasFindings) throw new CommanderError(exitCodes.error, 'findings', '');
      });
    return speakOn(terminal, command);
  };
}

/** A command of several commands, such as `person`. */
export function defineGroup({
  name,
  summary,
  examples,
  commands,
}: {
  name: string;
  summary: string;
  /** What follows the program's name. */
  examples: string[];
  commands: TerminalCommand[];
}): TerminalCommand {
  return (terminal) => {
    const group = speakOn(terminal, new Command(name).description(summary).helpCommand(false));
    for (const command of commands) group.addCommand(command(terminal));
    return group.addHelpText('after', () => describeExamples(programOf(group), examples));
  };
}

const describeJson = (fields: string[]) =>
  fields.length === 0
    ? 'print JSON'
    : `print JSON: all fields, or some with commas between them: ${fields.join(', ')}`;

/** A help's sentences, as wide as the terminal. */
export function describeNotes({ stdout }: Terminal, notes: string | undefined): string {
  if (notes === undefined) return '';
  return `\n${new Help().boxWrap(notes, stdout.columns ?? defaultColumns)}\n`;
}

/** The name of the program that a command belongs to. */
const programOf = (command: Command): string => (command.parent ? programOf(command.parent) : command.name());

/** The end of every help. @param program what is typed before each of them */
export function describeExamples(program: string, examples: string[]): string {
  return `\nExamples:\n${examples.map((example) => `  ${program} ${example}`).join('\n')}`;
}

/** Makes commander write to the terminal and throw instead of ending the process. */
export function speakOn(terminal: Terminal, command: Command): Command {
  return command.exitOverride().configureOutput({
    writeOut: (text) => void terminal.stdout.write(text),
    writeErr: (text) => void terminal.stderr.write(text),
    getOutHelpWidth: () => terminal.stdout.columns ?? defaultColumns,
    getErrHelpWidth: () => terminal.stderr.columns ?? defaultColumns,
  });
}
