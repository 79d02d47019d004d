import { install } from './install.mjs';
import { runTool } from './run.mjs';

install('everything');
// One file after the other, so that the seconds it prints are those of one pair alone. As in CI, a missing PostgreSQL is a
// failure, because whoever asks for this run wants it.
const args = ['run', 'tests/failover', '--no-file-parallelism', ...process.argv.slice(2)];
process.exit(await runTool('vitest', args, { CI: '1' }));
