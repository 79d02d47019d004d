import { runInProcess } from './run-in-process.ts';
import { waitlistProgram } from './waitlist-program.ts';

await runInProcess(waitlistProgram);
