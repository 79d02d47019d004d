import { expect } from 'vitest';
import { openBothLists } from '../tests/support/databases.ts';
import { createJoin } from './join.ts';
import { leaveList } from './people.ts';

const { test } = await openBothLists();

test('only the named person leaves, however the database plans the statement', async (database) => {
  const join = createJoin({ database });
  for (const name of ['first', 'second', 'third'])
    await join({ email: `${name}@plan.example`, source: 'cta', clientAddress: '' });
  await database.query('analyze waitlist.entries');
  // A plan that does not know the address, as PostgreSQL may choose one after some calls.
  await database.query("set plan_cache_mode = 'force_generic_plan'");
  expect(await leaveList(database, 'first@plan.example')).toBe(true);
  await database.query('reset plan_cache_mode');
  const left = await database.query("select email from waitlist.entries where state = 'left'");
  expect(left).toEqual([{ email: 'first@plan.example' }]);
});
