import { deskProgram } from './desk-program.ts';
import { runInProcess } from './run-in-process.ts';

await runInProcess(deskProgram);
