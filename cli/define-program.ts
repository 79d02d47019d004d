import { Command } from 'commander';
import { configureCommand, describeExamples, describeNotes, type TerminalCommand } from './define-command.ts';

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
    const program = configureCommand(
      terminal,
      new Command(name).description(summary).helpCommand(false),
    ).addHelpText('after', () => `${describeNotes(terminal, notes)}${describeExamples(name, examples)}`);
    for (const command of commands) program.addCommand(command(terminal));
    return program;
  };
}
