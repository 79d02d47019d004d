import { spawnSync } from 'node:child_process';
import { copyRepository, moveIn } from '../support/project-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Moves an owner into a copy of the repository, with every change of README's “Make it yours”, and runs `npm test` there.

const folder = temporaryFolder();
process.once('exit', () => folder.remove());
await copyRepository(folder.path);
await moveIn(folder.path);
for (const command of ['npm run format', `npm test -- ${process.argv.slice(2).join(' ')}`]) {
  // On Windows npm is a batch file, which only a shell runs.
  const { status } = spawnSync(command, { cwd: folder.path, stdio: 'inherit', shell: true });
  if (status !== 0) process.exit(1);
}
