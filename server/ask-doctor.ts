import { execFile } from 'node:child_process';
import { join } from 'node:path';

/** What `doctor` says of this server, apart from the samples in its words. It is a process of its own: it asks the public address. */
export function askDoctor(signal: AbortSignal): Promise<string[]> {
  const file = join(import.meta.dirname, '../cli/index.ts');
  const call = [file, 'doctor', '--only', 'settings,list,mail,address,backend', '--json', 'finding'];
  return new Promise((resolve) => {
    execFile(process.execPath, call, { signal, timeout: 120_000 }, (_, printed) => {
      try {
        resolve(JSON.parse(printed).map(({ finding }: { finding: string }) => finding));
      } catch {
        resolve(['doctor did not answer: run npm run waitlist -- doctor.']);
      }
    });
  });
}
