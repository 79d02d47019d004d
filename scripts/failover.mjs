import { install } from './install.mjs';
import { runTool } from './run.mjs';

install('everything');
// One file after the other, so that the seconds it prints are those of one pair alone; and as in CI a missing PostgreSQL
// fails, because whoever asks for this run wants it.
const args = ['run', 'tests/failover', '--no-file-parallelism', ...process.argv.slice(2)];
process.exit(await runTool('vitest', args, { CI: '1' }));
