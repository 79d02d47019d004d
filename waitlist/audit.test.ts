import { expect, it } from 'vitest';
import { openBothLists } from '../tests/support/databases.ts';
import { erasureActions } from './audit.ts';

const { lists } = await openBothLists();

it('the ways to erase people that the code knows are those that the audit takes', async () => {
  const [{ database }] = lists as [(typeof lists)[number]];
  const [check] = await database.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = 'waitlist.audit'::regclass and conname = 'audit_action_of_erasure'`,
  );
  const words = [...(check?.definition ?? '').matchAll(/'([^']+)'/g)].map(([, word]) => word);
  expect(words.sort()).toEqual([...erasureActions].sort());
});
