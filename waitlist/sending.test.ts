import { expect, test } from 'vitest';
import { openBothDatabases } from '../tests/support/databases.ts';
import { pauseSending, readSending, resumeSending } from './sending.ts';

const { databases } = await openBothDatabases();

test.for(databases)(
  '$kind: while sending is paused no email is due, and afterwards it is',
  async ({ database }) => {
    const isDue = async () =>
      (await database.query<{ due: boolean }>("select waitlist.email_is_due(array['welcome']) as due"))[0]
        ?.due;
    await database.query("select public.add_to_waitlist('waiting@sending.example', 'Friend')");
    expect(await isDue()).toBe(true);
    await pauseSending(database, 'the first reason');
    await pauseSending(database, 'another');
    expect(await isDue()).toBe(false);
    expect((await readSending(database)).pausedBecause).toBe('the first reason');
    await resumeSending(database);
    expect(await isDue()).toBe(true);
    expect(await readSending(database)).toEqual({ pausedSince: null, pausedBecause: null, trouble: null });
  },
);
