import { runInProcess } from '../run.ts';
import { mailProgram } from './mail-program.ts';

await runInProcess(mailProgram);
