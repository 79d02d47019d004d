import { cpus } from 'node:os';
import { startPostgres } from '../support/postgres.ts';
import { breakerFromIPv4, breakerFromIPv6 } from './attacks/breaker.ts';
import { crowd } from './attacks/crowd.ts';
import { fuzz } from './attacks/fuzz.ts';
import { oneAddress } from './attacks/one-address.ts';
import { pipelinedJoins, pipelinedPages, pipelinedReadiness } from './attacks/pipelining.ts';
import { refusals } from './attacks/refusals.ts';
import { slowClients } from './attacks/slow-clients.ts';
import { stuckEmbedded, stuckPostgres } from './attacks/stuck-database.ts';
import { sweep } from './attacks/sweep.ts';
import { type Outcome, underAttack } from './under-attack.ts';

if (process.platform !== 'linux') {
  throw new Error(
    'The attacks read memory and processor times from /proc, which only Linux has. Run them there.',
  );
}

const everywhere = [
  ...[fuzz, pipelinedPages, pipelinedJoins, pipelinedReadiness, slowClients, sweep],
  ...[breakerFromIPv4, breakerFromIPv6, refusals, oneAddress, crowd],
];
const attacks = { embedded: [...everywhere, stuckEmbedded], postgres: [...everywhere, stuckPostgres] };
const kinds = ['embedded', 'postgres'] as const;

function row(outcome: Outcome): string {
  const cells = [
    outcome.attack,
    outcome.database,
    outcome.requests.toLocaleString('en-GB'),
    outcome.visitors,
    `${(outcome.share * 100).toFixed(0)} %`,
    `${outcome.worstPage.toFixed(0)} ms`,
    `${outcome.worstJoin.toFixed(0)} ms`,
    `${outcome.memory.toFixed(0)} MB`,
    outcome.broken.length === 0 ? 'held' : `BROKEN: ${outcome.broken.join('; ')}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

// On a signal it must exit by process.exit: its servers are killed by listeners of 'exit'.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

// Arguments choose databases by their kind, and attacks by a part of their name.
const words = process.argv.slice(2);
const chosenKinds = kinds.filter((kind) => words.includes(kind));
const names = words.filter((word) => !kinds.some((kind) => kind === word));

const postgres = await startPostgres();
const outcomes: Outcome[] = [];
try {
  for (const kind of chosenKinds.length > 0 ? chosenKinds : kinds) {
    if (kind === 'postgres' && !postgres) continue;
    for (const attack of attacks[kind]) {
      if (names.length > 0 && !names.some((name) => attack.name.includes(name))) continue;
      console.log(`${new Date().toISOString().slice(11, 19)} ${attack.name}, ${kind} …`);
      const outcome = await underAttack(
        attack,
        kind === 'postgres' ? postgres : undefined,
        `attack_${outcomes.length}`,
      );
      outcomes.push(outcome);
      console.log([row(outcome), ...outcome.notes].join('\n  '));
    }
  }
} finally {
  await postgres?.stop();
}
console.log(`
${cpus().length} cores ${cpus()[0]?.model ?? ''}; attackers run beside the server at the lowest priority.

| attack | database | requests | visitors | got in | worst page | worst join | memory | |
|---|---|---|---|---|---|---|---|---|
${outcomes.map(row).join('\n')}`);
process.exit(outcomes.length > 0 && outcomes.every(({ broken }) => broken.length === 0) ? 0 : 1);
