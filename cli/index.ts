import { waitlistProgram } from './program.ts';
import { runInProcess } from './run.ts';

await runInProcess(waitlistProgram);
