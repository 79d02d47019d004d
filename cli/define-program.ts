import { Command } from 'commander';
import { describeExamples, describeNotes, speakOn, type TerminalCommand } from './define-command.ts';

interface ProgramDefinition {
  /** What is typed before its commands. */
  name: string;
  summary: string;
  /** What else its help has to say, a line for each paragraph. */
  notes: string;
  /** What follows the name. */
  examples: string[];
  /** In the order of the help. */
  commands: TerminalCommand[];
}

/** Makes a program of commands, which all speak and end in the same way. */
export function defineProgram({
  name,
  summary,
  notes,
  examples,
  commands,
}: ProgramDefinition): TerminalCommand {
  return (terminal) => {
    const program = speakOn(terminal, new Command(name).description(summary).helpCommand(false)).addHelpText(
      'after',
      () => `${describeNotes(terminal, notes)}${describeExamples(name, examples)}`,
    );
    for (const command of commands) program.addCommand(command(terminal));
    return program;
  };
}
