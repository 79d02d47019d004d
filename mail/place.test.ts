import { beforeEach, expect } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothDatabases, testFolder } from '../tests/support/databases.ts';
import { claimBy, emptyTables, finish, joinAll, later, mustClaim, sendAll } from '../tests/support/emails.ts';
import { noteBounce } from './bounce.ts';
import { followLink, type LinkPurpose } from './links.ts';
import type { ClaimedEmail } from './outbox.ts';
import { openPlaces } from './place.ts';

const { databases, test } = await openBothDatabases();
const folder = testFolder();

beforeEach(() => emptyTables(databases));

/** Somebody on the list, by the links of their welcome. */
async function memberOf(database: Database, email = 'amina@place.example') {
  await joinAll(database, [email], 'Friend');
  const claimed = await mustClaim(database);
  await finish(database, claimed);
  await press(database, claimed, 'confirm');
  return { ...claimed, token: claimed.tokens.place };
}

const press = (database: Database, { tokens }: ClaimedEmail, purpose: LinkPurpose) =>
  followLink(database, { token: tokens[purpose], purpose, way: 'link' });

const entries = (database: Database) =>
  database.query<{ email: string }>(
    'select email, source, state, confirmed_at is not null as confirmed from waitlist.entries order by id',
  );

test('the page says what is held; to look changes nothing, and a stranger sees nothing', async (database) => {
  const { token } = await memberOf(database);
  const places = openPlaces(database, folder);
  const today = new Date().toISOString().slice(0, 10);
  const dates = { joinedOn: today, confirmedOn: today, consentedOn: today, leftOn: null };
  expect(await places.read(token)).toMatchObject({
    ...{ entry: { email: 'amina@place.example', source: 'Friend', state: 'joined' }, ...dates },
    wording: expect.stringMatching(/^By joining I let .+ keep my email/),
  });
  const guess = 'A'.repeat(24);
  for (const act of [places.read, places.download, places.erase]) expect(await act(guess)).toBeUndefined();
  expect(await places.change(guess, 'b@place.example')).toBeUndefined();
  expect(await entries(database)).toHaveLength(1);
});

test('a place moves when the new address says yes, with its date and consent; the old one is told once, and its links end', async (database) => {
  const member = await memberOf(database);
  const places = openPlaces(database, folder);
  const keeps = 'select id::text, joined_at::text, consented_at::text, consent_wording from waitlist.entries';
  const before = await database.query(keeps);
  expect(await places.change(member.token, ' Zainab@New.example ')).toBe('asked');
  const asking = await mustClaim(database);
  expect(asking).toMatchObject({ kind: 'change', email: 'Zainab@new.example' });
  expect((await entries(database))[0]?.email).toBe('amina@place.example');
  await finish(database, asking);
  for (let times = 0; times < 2; times += 1) expect(await press(database, asking, 'change')).toBe(true);
  expect(await entries(database)).toEqual([
    { email: 'Zainab@new.example', source: 'Friend', state: 'joined', confirmed: true },
  ]);
  expect(await database.query(keeps)).toEqual(before);
  const telling = await mustClaim(database);
  expect(telling).toMatchObject({ kind: 'moved', email: 'amina@place.example' });
  await finish(database, telling);
  expect(await claimBy(database)).toBeUndefined();
  expect(await places.read(member.token)).toBeUndefined();
  expect(await press(database, member, 'leave')).toBe(false);
});

test('nobody learns who has a new address: a known, a suppressed, the same and a left one are asked alike, and what cannot be one is refused', async (database) => {
  const { token } = await memberOf(database);
  const other = await memberOf(database, 'other@place.example');
  await later(database, '11 minutes');
  const places = openPlaces(database, folder);
  await database.query("select waitlist.suppress('gone@place.example', 'not-me', clock_timestamp())");
  for (const email of ['other@place.example', 'gone@place.example', 'amina@place.example'])
    expect(await places.change(token, email)).toBe('asked');
  expect(await places.change(token, 'nothing')).toBe('address');
  const asking = await mustClaim(database);
  expect(asking.email).toBe('other@place.example');
  await finish(database, asking);
  // “This wasn’t me” protects gone@.
  expect(await sendAll(database)).toEqual(['amina']);
  // Whose both are has one place.
  expect(await press(database, asking, 'change')).toBe(true);
  expect((await entries(database)).map(({ email }) => email)).toEqual(['other@place.example']);
  expect(await places.read(other.token)).toBeUndefined();
});

test('a place asks three addresses a day, and a mailbox is asked three times a day by however many places', async (database) => {
  const places = openPlaces(database, folder);
  const { token } = await memberOf(database);
  const answers = [];
  for (let number = 0; number < 4; number += 1)
    answers.push(await places.change(token, `asked${number}@place.example`));
  expect(answers).toEqual(['asked', 'asked', 'asked', 'too-many']);
  await emptyTables(databases);
  let emails = 0;
  for (let number = 0; number < 6; number += 1) {
    const member = await memberOf(database, `member${number}@place.example`);
    await places.change(member.token, `victim+${number}@place.example`);
    emails += (await sendAll(database)).length;
    await later(database, '11 minutes');
  }
  expect(emails).toBe(3);
});

test('two numbers at a gateway for text messages are two mailboxes, although each begins with a plus', async (database) => {
  const numbers = ['+447700900111', '+447700900222'];
  await joinAll(
    database,
    numbers.map((number) => `${number}@sms.example`),
  );
  expect(await sendAll(database)).toEqual(numbers);
});

test('a complaint about the question ends emails to the asked address alone; who has left moves nowhere', async (database) => {
  const member = await memberOf(database);
  const places = openPlaces(database, folder);
  await places.change(member.token, 'stranger@place.example');
  const asking = await mustClaim(database);
  await finish(database, asking);
  expect(await noteBounce(database, { messageIds: [asking.messageId], verdict: 'complaint' })).toBe(
    'suppressed',
  );
  expect((await entries(database))[0]).toMatchObject({ state: 'joined' });
  await later(database, '1 day');
  await places.change(member.token, 'stranger@place.example');
  expect(await claimBy(database)).toBeUndefined();
  expect(await press(database, member, 'place')).toBe(true);
  expect(await press(database, asking, 'change')).toBe(false);
  expect(await places.change(member.token, 'new@place.example')).toBeUndefined();
  expect((await places.read(member.token))?.entry.state).toBe('left');
});

test('erasing leaves nothing of a place', async (database) => {
  const { token } = await memberOf(database);
  const places = openPlaces(database, folder);
  await places.change(token, 'new@place.example');
  expect(await places.erase(token)).toBe(true);
  for (const table of ['entries', 'evidence', 'outbox', 'email_links'])
    expect(await database.query(`select from waitlist.${table}`)).toEqual([]);
  expect(await places.erase(token)).toBeUndefined();
});
