import { install } from './install.mjs';
import { runTool } from './run.mjs';

install('everything');
// As in CI, a missing PostgreSQL is a failure, because whoever asks for this run wants it.
const environment = { CI: '1', BACKUP_ROUNDS: process.env.BACKUP_ROUNDS ?? '5' };
const args = ['run', '--root=.', '--config=tests/backups/vitest.config.ts', ...process.argv.slice(2)];
process.exit(await runTool('vitest', args, environment));
