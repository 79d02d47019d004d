import { runInProcess } from '../run-in-process.ts';
import { mailProgram } from './mail-program.ts';

await runInProcess(mailProgram);
