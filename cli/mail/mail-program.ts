import { defineProgram } from '../define-command.ts';
import { bounceCommand } from './bounce.ts';
import { previewCommand } from './preview.ts';
import { workerCommand } from './worker.ts';

/** `npm run mail`: the commands that servers run for emails. What waits and what failed: `npm run waitlist -- outbox`. */
export const mailProgram = defineProgram({
  name: 'npm run mail --',
  summary: 'The emails to the list: send them without a server, take in what came back, look at them.',
  notes: `Each command has its own --help. The settings are those of the server; worker needs a built site (npm run build).
Exit codes: 0 fine, 1 error, 2 wrong call, 4 an answer is needed.
What waits, what failed and why: npm run waitlist -- outbox list.`,
  examples: ['worker', 'bounce < message', 'preview'],
  commands: [workerCommand, bounceCommand, previewCommand],
});
