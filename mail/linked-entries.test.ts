import { beforeEach, expect } from 'vitest';
import { consent } from '../content/messages.ts';
import type { Database } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { claimBy, emptyTables, finish, joinAll, later, mustClaim, sendAll } from '../tests/support/emails.ts';
import { openLinkedEntries } from './linked-entries.ts';
import { followLink, type LinkPurpose, newToken, readLinkKeys } from './links.ts';
import { noteBounce } from './note-bounce.ts';
import type { ClaimedEmail } from './outbox.ts';
import { countNeedingAttention, retryEmails } from './outbox-emails.ts';

const { lists, test } = await openBothLists();

beforeEach(() => emptyTables(lists));

/** Somebody on the list, by the links of the email that asked them. */
async function personOf(database: Database, email = 'amina@place.example') {
  await joinAll(database, [email], 'Friend');
  const claimed = await mustClaim(database);
  await finish(database, claimed);
  await press(database, claimed, 'confirm');
  return { ...claimed, token: claimed.tokens.place };
}

const press = (database: Database, { tokens }: ClaimedEmail, purpose: LinkPurpose) =>
  followLink(database, { token: tokens[purpose], purpose, via: 'link' });

const storedEntries = (database: Database) =>
  database.query<{ email: string; state: string }>(
    'select email, source, state, confirmed_at is not null as confirmed from waitlist.entries order by id',
  );

test('the page says what is held, looking changes nothing, and a stranger sees nothing', async (database) => {
  const { token } = await personOf(database);
  const entries = openLinkedEntries(database);
  const today = new Date().toISOString().slice(0, 10);
  const dates = { joinedOn: today, confirmedOn: today, consentedOn: today, leftOn: null };
  expect(await entries.read(token)).toMatchObject({
    row: { email: 'amina@place.example', source: 'Friend', state: 'joined' },
    ...dates,
    // What was agreed to by joining, and by the page behind Yes.
    wording: `${consent.text} ${consent.confirmation}`,
  });
  const guess = newToken(await readLinkKeys(database));
  const file = JSON.parse((await entries.download(token)) ?? '');
  expect(file).toMatchObject({ consent: consent.text, confirmation: consent.confirmation });
  for (const act of [entries.read, entries.download, entries.erase]) expect(await act(guess)).toBeUndefined();
  expect(await entries.change(guess, 'b@place.example')).toBeUndefined();
  expect(await storedEntries(database)).toHaveLength(1);
});

/** Moves a person's entry to an address, and sends what is owed then. Returns the email that asked, and the ones that told. */
async function move(database: Database, { token }: { token: string }, address: string) {
  expect(await openLinkedEntries(database).change(token, address)).toBe('asked');
  const changeEmail = await mustClaim(database);
  await finish(database, changeEmail);
  expect(await press(database, changeEmail, 'change')).toBe(true);
  const emails = new Map<string, ClaimedEmail>();
  for (let claimed = await claimBy(database); claimed; claimed = await claimBy(database)) {
    await finish(database, claimed);
    emails.set(claimed.kind, claimed);
  }
  const told = emails.get('moved') as ClaimedEmail;
  const brought = emails.get('moved-here') as ClaimedEmail;
  return { changeEmail, told, brought: { ...brought, token: brought?.tokens.place } };
}

test('an entry moves when the new address says yes, with its date and its consent', async (database) => {
  const person = await personOf(database);
  const keeps = 'select id::text, joined_at::text, consented_at::text, consent_wording from waitlist.entries';
  const before = await database.query(keeps);
  const { changeEmail, told, brought } = await move(database, person, ' Zainab@New.example ');
  expect(changeEmail).toMatchObject({ kind: 'change', address: 'Zainab@new.example' });
  expect(told.address).toBe('amina@place.example');
  expect(brought.address).toBe('Zainab@new.example');
  const moved = { email: 'Zainab@new.example', source: 'Friend', state: 'joined', confirmed: true };
  expect(await storedEntries(database)).toEqual([moved]);
  expect(await database.query(keeps)).toEqual(before);
});

test('a person who confirms agrees to the words that the page has now', async (database) => {
  await joinAll(database, ['amina@place.example'], 'Friend');
  await database.query("update waitlist.entries set consent_wording = '2026-11-25'");
  await press(database, await mustClaim(database), 'confirm');
  const rows = await database.query("select wording from waitlist.evidence where event = 'confirmed'");
  expect(rows).toEqual([{ wording: consent.version }]);
});

test('a second press on a change link changes nothing, and tells nobody again', async (database) => {
  const { changeEmail, brought } = await move(database, await personOf(database), 'new@place.example');
  const links = 'select hash::text from waitlist.email_links order by hash';
  const before = await database.query(links);
  expect(await press(database, changeEmail, 'change')).toBe(true);
  expect(await database.query(links)).toEqual(before);
  expect(await claimBy(database)).toBeUndefined();
  expect(await press(database, brought, 'leave')).toBe(true);
  expect((await storedEntries(database))[0]?.state).toBe('left');
});

test('an old change link does not move an entry back that has moved on', async (database) => {
  const first = await move(database, await personOf(database), 'first@place.example');
  await move(database, first.brought, 'second@place.example');
  expect(await press(database, first.changeEmail, 'change')).toBe(false);
  expect((await storedEntries(database))[0]?.email).toBe('second@place.example');
});

test('if two addresses were asked, only the first yes moves the entry', async (database) => {
  const { token } = await personOf(database);
  const entries = openLinkedEntries(database);
  const asked = [];
  for (const email of ['one@place.example', 'two@place.example']) {
    await entries.change(token, email);
    asked.push(await mustClaim(database));
  }
  await entries.change(token, 'three@place.example');
  const answers = await Promise.all(asked.map((changeEmail) => press(database, changeEmail, 'change')));
  expect(answers.sort()).toEqual([false, true]);
  expect((await sendAll(database)).sort()).toEqual(['amina', expect.stringMatching(/^(one|two)$/)]);
});

test('links in emails from before a move can be used to leave, and nothing else', async (database) => {
  const person = await personOf(database);
  await move(database, person, 'new@place.example');
  const entries = openLinkedEntries(database);
  expect(await entries.read(person.token)).toBeUndefined();
  expect(await entries.change(person.token, 'thief@place.example')).toBeUndefined();
  for (const purpose of ['confirm', 'not-me', 'place'] as const)
    expect(await press(database, person, purpose), purpose).toBe(false);
  expect(await press(database, person, 'leave')).toBe(true);
  expect((await storedEntries(database))[0]).toMatchObject({ email: 'new@place.example', state: 'left' });
});

test('the email that tells of a move can be used to leave the list', async (database) => {
  const { told } = await move(
    database,
    await personOf(database, 'victim@place.example'),
    'thief@place.example',
  );
  expect(await press(database, told, 'leave')).toBe(true);
  expect((await storedEntries(database))[0]?.state).toBe('left');
  await later(database, '11 minutes');
  await joinAll(database, ['victim@place.example']);
  expect((await mustClaim(database)).address).toBe('victim@place.example');
});

for (const [what, act] of [
  ['leaves', (database, { brought }) => press(database, brought, 'leave')],
  ['erases', (database, { brought }) => openLinkedEntries(database).erase(brought.tokens.place)],
] as [string, (database: Database, moved: { brought: ClaimedEmail }) => Promise<unknown>][])
  test(`the earlier address is told of a move even if the new one ${what} it`, async (database) => {
    const { token } = await personOf(database, 'victim@place.example');
    await openLinkedEntries(database).change(token, 'thief@place.example');
    const changeEmail = await mustClaim(database);
    await finish(database, changeEmail);
    await press(database, changeEmail, 'change');
    const first = await mustClaim(database);
    const second = await mustClaim(database);
    const [brought, told] = first.kind === 'moved' ? [second, first] : [first, second];
    await finish(database, brought);
    await finish(database, told, 'deferred');
    await act(database, { brought });
    await later(database, '2 minutes');
    const again = await mustClaim(database);
    expect(again).toMatchObject({ kind: 'moved', address: 'victim@place.example' });
    await finish(database, again);
    expect(await claimBy(database)).toBeUndefined();
  });

test('the email that tells of a move outlives an erased entry for three days at most', async (database) => {
  const owed = () => database.query("select from waitlist.outbox where to_email = 'me@place.example'");
  for (const isSent of [true, false]) {
    const { token } = await personOf(database, 'me@place.example');
    await openLinkedEntries(database).change(token, 'new@place.example');
    const changeEmail = await mustClaim(database);
    await press(database, changeEmail, 'change');
    await database.query('delete from waitlist.entries');
    await database.query('select waitlist.sweep(1000)');
    expect(await owed()).toHaveLength(1);
    if (isSent) expect(await sendAll(database)).toEqual(['me']);
    const moment = isSent ? 'clock_timestamp()' : "clock_timestamp() + interval '73 hours'";
    await database.query(`select waitlist.sweep(1000, ${moment})`);
    expect(await owed()).toEqual([]);
  }
});

test('a known, a suppressed and a left address are asked alike about a move', async (database) => {
  const { token } = await personOf(database);
  const other = await personOf(database, 'other@place.example');
  const left = await personOf(database, 'left@place.example');
  await press(database, left, 'leave');
  await later(database, '11 minutes');
  const entries = openLinkedEntries(database);
  await database.query("select waitlist.suppress('gone@place.example', 'not-me', clock_timestamp())");
  for (const email of ['other@place.example', 'gone@place.example', 'left@place.example'])
    expect(await entries.change(token, email)).toBe('asked');
  const changeEmail = await mustClaim(database);
  expect(changeEmail.address).toBe('other@place.example');
  await finish(database, changeEmail);
  // “This wasn’t me” protects gone@.
  expect(await sendAll(database)).toEqual(['left']);
  // The person of both has one entry.
  expect(await press(database, changeEmail, 'change')).toBe(true);
  const emails = (await storedEntries(database)).map(({ email }) => email);
  expect(emails).toEqual(['other@place.example', 'left@place.example']);
  expect(await entries.read(other.token)).toBeUndefined();
  // Emails about the entry that went are left by as well.
  expect(await press(database, other, 'leave')).toBe(true);
  expect((await storedEntries(database)).map(({ state }) => state)).toEqual(['left', 'left']);
});

test('what cannot be an address, and the address that the entry has, are asked nothing', async (database) => {
  const { token } = await personOf(database);
  const entries = openLinkedEntries(database);
  expect(await entries.change(token, 'nothing')).toBe('address');
  expect(await entries.change(token, ' amina@PLACE.example')).toBe('same');
  expect(await claimBy(database)).toBeUndefined();
});

test('an address that is asked can end its emails, and the entry stays', async (database) => {
  const person = await personOf(database);
  const entries = openLinkedEntries(database);
  await entries.change(person.token, 'stranger@place.example');
  const changeEmail = await mustClaim(database);
  await finish(database, changeEmail);
  const oneClick = { token: changeEmail.tokens['not-me'], purpose: 'not-me', via: 'one-click' } as const;
  for (let times = 0; times < 2; times += 1) expect(await followLink(database, oneClick)).toBe(true);
  // Only the code is kept.
  const named =
    "select from waitlist.outbox where to_email like 'stranger@%' or to_canonical like 'stranger@%'";
  expect(await database.query(named)).toEqual([]);
  expect((await storedEntries(database))[0]).toMatchObject({ email: 'amina@place.example', state: 'joined' });
  expect(await press(database, changeEmail, 'change')).toBe(false);
  await later(database, '1 day');
  await entries.change(person.token, 'stranger@place.example');
  expect(await claimBy(database)).toBeUndefined();
  expect(await press(database, person, 'leave')).toBe(true);
});

test('an email in doubt goes to nobody once its address has ended all emails', async (database) => {
  const { token } = await personOf(database);
  await openLinkedEntries(database).change(token, 'stranger@place.example');
  const changeEmail = await mustClaim(database);
  await finish(database, changeEmail, 'uncertain');
  await later(database, '1 day');
  await finish(database, await mustClaim(database), 'uncertain');
  const inDoubt = { kind: 'change', state: 'uncertain', messages: 1 };
  expect(await countNeedingAttention(database)).toEqual([inDoubt]);
  expect(await press(database, changeEmail, 'not-me')).toBe(true);
  expect(await countNeedingAttention(database)).toEqual([]);
  expect(await retryEmails(database, { kind: 'change', state: 'uncertain' })).toBe(0);
});

test('two telephone numbers at a gateway are two mailboxes, although each begins with a plus', async (database) => {
  const numbers = ['+447700900111', '+447700900222'];
  await joinAll(
    database,
    numbers.map((number) => `${number}@sms.example`),
  );
  expect(await sendAll(database)).toEqual(numbers);
});

test('an entry asks three addresses a day, and a mailbox is asked three times a day', async (database) => {
  const entries = openLinkedEntries(database);
  const { token } = await personOf(database);
  const answers = [];
  for (let number = 0; number < 4; number += 1)
    answers.push(await entries.change(token, `asked${number}@place.example`));
  expect(answers).toEqual(['asked', 'asked', 'asked', 'too-many']);
  await emptyTables(lists);
  let emails = 0;
  for (let number = 0; number < 6; number += 1) {
    const person = await personOf(database, `person${number}@place.example`);
    await entries.change(person.token, `victim+${number}@place.example`);
    emails += (await sendAll(database)).length;
    await later(database, '11 minutes');
  }
  expect(emails).toBe(3);
});

test('a complaint about a move ends emails to the asked address alone', async (database) => {
  const person = await personOf(database);
  const entries = openLinkedEntries(database);
  await entries.change(person.token, 'stranger@place.example');
  const changeEmail = await mustClaim(database);
  await finish(database, changeEmail);
  expect(await noteBounce(database, { messageIds: [changeEmail.messageId], verdict: 'complaint' })).toBe(
    'suppressed',
  );
  expect((await storedEntries(database))[0]).toMatchObject({ state: 'joined' });
  await later(database, '1 day');
  await entries.change(person.token, 'stranger@place.example');
  expect(await claimBy(database)).toBeUndefined();
  expect(await press(database, person, 'place')).toBe(true);
  expect(await press(database, changeEmail, 'change')).toBe(false);
  expect(await entries.change(person.token, 'new@place.example')).toBeUndefined();
  expect((await entries.read(person.token))?.row.state).toBe('left');
});

test('erasing leaves nothing of an entry', async (database) => {
  const { token } = await personOf(database);
  const entries = openLinkedEntries(database);
  await entries.change(token, 'new@place.example');
  expect(await entries.erase(token)).toBe(true);
  for (const table of ['entries', 'evidence', 'outbox', 'email_links'])
    expect(await database.query(`select from waitlist.${table}`)).toEqual([]);
  expect(await entries.erase(token)).toBeUndefined();
});

test('when two entries become one, an announcement that one of them had is not sent again', async (database) => {
  const { token } = await personOf(database);
  await personOf(database, 'other@place.example');
  await database.query(
    `insert into waitlist.announcements (name, version, subject, html, text, to_unconfirmed, people_filter, rate, state)
     values ('reached', gen_random_uuid(), '', '', '', false, waitlist.filter_from('{}'), 1, 'done')`,
  );
  await database.query(
    `insert into waitlist.outbox (entry_id, kind, announcement, queued_at, due_at, state)
     select entries.id, 'announcement', announcements.id, now(), now(), 'sent'
       from waitlist.entries, waitlist.announcements where email = 'other@place.example'`,
  );
  expect(await openLinkedEntries(database).change(token, 'other@place.example')).toBe('asked');
  await later(database, '11 minutes');
  const changeEmail = await mustClaim(database);
  await finish(database, changeEmail);
  expect(await press(database, changeEmail, 'change')).toBe(true);
  expect(
    await database.query(
      'select email from waitlist.outbox join waitlist.entries on entries.id = entry_id where announcement is not null',
    ),
  ).toEqual([{ email: 'other@place.example' }]);
});
