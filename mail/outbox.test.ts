import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothDatabases } from '../tests/support/databases.ts';
import { createJoin } from '../waitlist/join.ts';
import { followLink, type LinkPurpose } from './links.ts';
import { type ClaimedEmail, type Delivery, openOutbox } from './outbox.ts';

const { databases } = await openBothDatabases();
let people = 0;

// What one test leaves behind must not be claimed in the next.
beforeEach(() => Promise.all(databases.map(({ database }) => database.query('delete from waitlist.outbox'))));

/** Lets an address join, by default a new one. Returns it, and a function that joins it again. */
async function joinAs(database: Database, email = `p${people++}@outbox.example`) {
  const join = createJoin({ database });
  const again = () => join({ email, source: 'cta', client: '' });
  await again();
  return { email, again };
}

const claimBy = async (database: Database, worker = 'one') =>
  (await openOutbox(database, worker).claim()).claimed;

const delivered = (outcome: Delivery['outcome'], status: string | null = null): Delivery => ({
  outcome,
  reply: 'a reply',
  status,
});

async function send(database: Database, outcome: Delivery['outcome'] = 'sent', status?: string) {
  const outbox = openOutbox(database, 'one');
  const { claimed } = await outbox.claim();
  if (claimed) await outbox.finish(claimed.messageId, delivered(outcome, status ?? null));
  return claimed;
}

const press = (database: Database, { tokens }: ClaimedEmail, purpose: LinkPurpose) =>
  followLink(database, { token: tokens[purpose], purpose, way: 'link' });

async function messageTo(database: Database, email: string) {
  return database.query<{ state: string; tries: number; repeats: number }>(
    `select message.state, message.tries, message.repeats from waitlist.outbox as message
       join waitlist.entries as entry on entry.id = message.entry_id
      where entry.email = $1 order by message.queued_at`,
    [email],
  );
}

/** Moves all times back, as if this much time had passed. */
const later = (database: Database, interval: string) =>
  database.query(
    `with entries as (update waitlist.entries set consented_at = consented_at - $1::interval)
     update waitlist.outbox set due_at = due_at - $1::interval, transmitted_at = transmitted_at - $1::interval`,
    [interval],
  );

async function mustBe<Value>(value: Value | undefined): Promise<Value> {
  if (value === undefined) throw new Error('Nothing was claimed.');
  return value;
}

test.for(databases)(
  '$kind: a join is owed one email, which only one worker can claim',
  async ({ database }) => {
    const { email } = await joinAs(database);
    const claims = await Promise.all(['a', 'b', 'c', 'd'].map((worker) => claimBy(database, worker)));
    expect(claims.filter(Boolean)).toMatchObject([{ email, words: null, source: 'cta' }]);
    expect(await messageTo(database, email)).toMatchObject([{ state: 'transmitting', tries: 1, repeats: 0 }]);
  },
);

test.for(databases)(
  '$kind: an address that joins again before its email is sent is not owed a second one',
  async ({ database }) => {
    const { email, again } = await joinAs(database);
    await Promise.all([again(), again(), again()]);
    expect(await send(database)).toMatchObject({ email });
    await again();
    expect(await send(database)).toBeUndefined();
  },
);

test.for(databases)(
  '$kind: however often an address is typed, it gets three emails a day, and five in all until it confirms',
  async ({ database }) => {
    const { again } = await joinAs(database);
    const received = async (tries: number, pause: string) => {
      let emails = 0;
      for (let number = 0; number < tries; number += 1) {
        await again();
        if (await send(database)) emails += 1;
        await later(database, pause);
      }
      return emails;
    };
    expect(await received(6, '11 minutes')).toBe(3);
    await later(database, '1 day');
    expect(await received(6, '11 minutes')).toBe(2);
    await later(database, '3 days');
    expect(await received(3, '1 day')).toBe(0);
  },
);

test.for(databases)('$kind: while the hour’s emails are used up, the rest wait', async ({ database }) => {
  const { email } = await joinAs(database);
  const most = (number: number) =>
    database.query("update waitlist.limits set most = $1 where name = 'emails-an-hour'", [number]);
  await database.query('delete from waitlist.email_hours');
  await most(1);
  expect(await send(database)).toMatchObject({ email });
  const waiting = await joinAs(database);
  expect(await send(database)).toBeUndefined();
  await most(10_000);
  expect(await send(database)).toMatchObject({ email: waiting.email });
});

test.for(databases)(
  '$kind: a deferred email is tried again after growing pauses, and in the end is marked as failed',
  async ({ database }) => {
    const { email } = await joinAs(database);
    for (let tries = 1; tries < 10; tries += 1) {
      expect(await send(database, 'deferred')).toMatchObject({ email });
      expect(await send(database)).toBeUndefined();
      await later(database, `${0.9 * 2 ** (tries - 1)} minutes`);
      expect(await send(database)).toBeUndefined();
      await later(database, `${0.2 * 2 ** (tries - 1)} minutes`);
    }
    expect(await send(database, 'deferred')).toMatchObject({ email });
    expect(await messageTo(database, email)).toEqual([{ state: 'failed', tries: 10, repeats: 0 }]);
  },
);

test.for(databases)(
  '$kind: an email whose worker died is sent once more with the same Message-ID, and never a third time',
  async ({ database }) => {
    const { email } = await joinAs(database);
    const first = await mustBe(await claimBy(database, 'dead'));
    expect(await claimBy(database, 'two')).toBeUndefined();
    await later(database, '31 seconds');
    const second = await mustBe(await claimBy(database, 'two'));
    expect(second.messageId).toBe(first.messageId);
    expect(second.tokens).not.toEqual(first.tokens);
    await openOutbox(database, 'dead').finish(first.messageId, delivered('sent'));
    expect(await messageTo(database, email)).toMatchObject([{ state: 'transmitting', repeats: 1 }]);
    await later(database, '31 seconds');
    expect(await claimBy(database, 'three')).toBeUndefined();
    expect(await messageTo(database, email)).toMatchObject([{ state: 'uncertain', repeats: 1 }]);
    expect([await press(database, first, 'confirm'), await press(database, second, 'confirm')]).toEqual([
      true,
      true,
    ]);
  },
);

test.for(databases)(
  '$kind: an email that a worker is still transmitting cannot be claimed by another',
  async ({ database }) => {
    await joinAs(database);
    const outbox = openOutbox(database, 'slow');
    const { messageId } = await mustBe((await outbox.claim()).claimed);
    await later(database, '31 seconds');
    await outbox.renewLease([messageId]);
    expect(await claimBy(database, 'other')).toBeUndefined();
    await outbox.finish(messageId, delivered('sent'));
  },
);

test.for(databases)(
  '$kind: a confirmed address is owed no email, whoever types it, and confirming twice succeeds twice',
  async ({ database }) => {
    const { email, again } = await joinAs(database);
    const claimed = await mustBe(await send(database));
    expect(await press(database, claimed, 'confirm')).toBe(true);
    expect(await press(database, claimed, 'confirm')).toBe(true);
    await later(database, '2 days');
    await again();
    expect(await send(database)).toBeUndefined();
    const [entry] = await database.query(
      'select confirmed_at is not null as confirmed from waitlist.entries where email = $1',
      [email],
    );
    expect(entry).toEqual({ confirmed: true });
  },
);

test.for(databases)(
  '$kind: leaving cancels the queued email, and joining again asks for a new confirmation',
  async ({ database }) => {
    const { email, again } = await joinAs(database);
    const claimed = await mustBe(await send(database));
    await press(database, claimed, 'confirm');
    await again();
    expect(await press(database, claimed, 'leave')).toBe(true);
    expect(await press(database, claimed, 'leave')).toBe(true);
    expect(await messageTo(database, email)).toMatchObject([{ state: 'sent' }]);
    expect(await press(database, claimed, 'confirm')).toBe(false);
    await later(database, '1 hour');
    await again();
    const anew = await mustBe(await send(database));
    expect(anew.email).toBe(email);
    expect(await press(database, anew, 'confirm')).toBe(true);
    const evidence = await database.query<{ event: string; via: string }>(
      `select event, via from waitlist.evidence where entry_id = (select id from waitlist.entries where email = $1) order by at`,
      [email],
    );
    expect(evidence.map(({ event, via }) => `${event} ${via}`)).toEqual([
      'agreed cta',
      'confirmed link',
      'withdrew link',
      'agreed cta',
      'confirmed link',
    ]);
  },
);

test.for(databases)(
  '$kind: ‘This wasn’t me’ ends all emails to that mailbox for good, also after erasure',
  async ({ database }) => {
    const { again } = await joinAs(database, 'no.body+1@gmail.com');
    const claimed = await mustBe(await send(database));
    expect(await press(database, claimed, 'not-me')).toBe(true);
    expect(await press(database, claimed, 'not-me')).toBe(true);
    await later(database, '1 hour');
    await again();
    expect(await send(database)).toBeUndefined();
    await database.query("delete from waitlist.entries where canonical = 'nobody@gmail.com'");
    expect(await press(database, claimed, 'not-me')).toBe(false);
    await joinAs(database, 'nobody@gmail.com');
    expect(await send(database)).toBeUndefined();
  },
);

test.for(databases)(
  '$kind: a mailbox that does not exist gets no more emails, and a full one none after three bounces',
  async ({ database }) => {
    const gone = await joinAs(database);
    await send(database, 'refused', '5.1.1');
    const full = await joinAs(database);
    for (let number = 0; number < 3; number += 1) {
      await send(database, 'refused', '5.2.2');
      await later(database, '1 day');
      await full.again();
    }
    await gone.again();
    await full.again();
    expect(await send(database)).toBeUndefined();
  },
);

test.for(databases)('$kind: one reply that blames the sender suppresses nobody', async ({ database }) => {
  const { email, again } = await joinAs(database);
  await send(database, 'refused', '5.1.8');
  await later(database, '1 hour');
  await again();
  expect(await send(database)).toMatchObject({ email });
});

test.for(databases)('$kind: a link works only for its own purpose', async ({ database }) => {
  await joinAs(database);
  const { tokens } = await mustBe(await send(database));
  for (const purpose of ['confirm', 'not-me'] as const)
    expect(await followLink(database, { token: tokens.leave, purpose, way: 'link' })).toBe(false);
});

test.for(databases)(
  '$kind: evidence can only be added to, until its person is erased',
  async ({ database }) => {
    const { email } = await joinAs(database);
    for (const change of [
      "update waitlist.evidence set via = 'x'",
      'delete from waitlist.evidence',
      'truncate waitlist.evidence',
    ])
      await expect(database.query(change), change).rejects.toThrow(/only ever added to/);
    await database.query('delete from waitlist.entries where email = $1', [email]);
    const left = await database.query(
      `select from waitlist.evidence as known where not exists (select from waitlist.entries where id = known.entry_id)
     union all select from waitlist.outbox as known where not exists (select from waitlist.entries where id = known.entry_id)
     union all select from waitlist.email_links as known where not exists (select from waitlist.entries where id = known.entry_id)`,
    );
    expect(left).toEqual([]);
  },
);
