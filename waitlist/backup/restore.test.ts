import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database, DatabaseOptions, Session } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import { bothLists, testFolder } from '../../tests/support/databases.ts';
import { served } from '../../tests/support/entries.ts';
import {
  addressOf,
  announce,
  announcementsFor,
  emailsOf,
  emptyList,
  goOn,
  joins,
  leaves,
  makeKeys,
  moves,
  notSentOf,
  people,
  plan,
  press,
  resumeSending,
  sendOwed,
} from '../../tests/support/restores.ts';
import { erasePerson } from '../erasing.ts';
import { countPeople } from '../figures.ts';
import { markMoved } from '../list/moved.ts';
import { openAlone } from '../list/open-list.ts';
import { readPersonData } from '../people.ts';
import { writeBackup } from './backup-file.ts';
import { compareWithBackup } from './compare.ts';
import { readForRestore } from './read-for-restore.ts';
import { backupHeadOf, pagesOfList } from './read-list.ts';
import { restoreBackup } from './restore.ts';

const { lists } = await bothLists();
const folder = testFolder();
let files = 0;
const newFile = () => join(folder, `list-${++files}.backup`);

async function newBackup(database: Database): Promise<string> {
  const file = newFile();
  const head = await backupHeadOf(database);
  await writeBackup(file, head, pagesOfList(database, head));
  return file;
}

/** Calls `work` with a list that nobody else has open. */
async function withListAlone<Result>(
  options: DatabaseOptions,
  work: (database: Session) => Promise<Result>,
): Promise<Result> {
  const database = await openAlone(options);
  return work(database).finally(database.close);
}

const compareWith = (options: DatabaseOptions, file: string) =>
  withListAlone(options, (database) =>
    inTransaction(database, async () => compareWithBackup(database, await readForRestore(file))),
  );

const restoreFrom = (options: DatabaseOptions, file: string, { keepJoined = false } = {}) =>
  withListAlone(options, async (database) =>
    restoreBackup(database, await readForRestore(file), {
      keepJoined,
      replacedFile: newFile(),
      intoLeftPlace: false,
      reason: 'a test restored it',
      action: 'restore',
    }),
  );

for (const { kind } of lists)
  test(`${kind}: a list that moves away while a restore asks is not taken up by it`, async () => {
    const options = await emptyList(kind);
    const file = await served(options, async (database) => {
      await joins(database, ...people);
      const made = await newBackup(database);
      await markMoved(database, 'another place');
      return made;
    });
    await expect(restoreFrom(options, file)).rejects.toThrow('This list was moved to another place');
  });

for (const { kind } of lists) {
  test(`${kind}: what people decided since the backup stays decided, and who is missing comes back`, async () => {
    const options = await emptyList(kind);
    const file = await served(options, async (database) => {
      await joins(database, ...people);
      const made = await newBackup(database);
      await goOn(database);
      return made;
    });
    expect(await compareWith(options, file)).toMatchObject({
      target: 'same',
      here: 7,
      inBackup: people.length,
      comeBack: { count: 1, sample: [addressOf('lost')] },
      newer: { count: 0, sample: [] },
      joined: { count: 2, sample: [addressOf('returns'), addressOf('newcomer')] },
      left: { count: 1, sample: [addressOf('leaves')] },
      saidNotMe: { count: 1, sample: [] },
      complained: { count: 1, sample: [addressOf('complains')] },
      bounced: { count: 1 },
      changedAddress: { count: 1, sample: [`${addressOf('moves')} → ${addressOf('moved')}`] },
      erased: { count: 2, sample: [] },
    });
    const { replaced } = await restoreFrom(options, file, { keepJoined: true });
    expect(existsSync(replaced ?? '')).toBe(true);
    await served(options, async (database) => {
      const names = 'bounces complains leaves lost moved newcomer returns stays'.split(' ');
      expect(await emailsOf(database)).toEqual(names.map(addressOf));
      const left = await database.query(
        "select email from waitlist.entries where state = 'left' order by email",
      );
      expect(left).toEqual(['complains', 'leaves'].map((name) => ({ email: addressOf(name) })));
      const suppressed = await database.query('select reason from waitlist.suppressions order by reason');
      expect(suppressed).toEqual([{ reason: 'bounce' }, { reason: 'complaint' }, { reason: 'not-me' }]);
      const [lost] = await database.query(
        `select (select count(*)::int from waitlist.evidence where entry_id = id) as evidence,
                (select count(*)::int from waitlist.outbox where entry_id = id) as emails
           from waitlist.entries where email = '${addressOf('lost')}'`,
      );
      expect(lost).toEqual({ evidence: 1, emails: 1 });
      // The erased may join again, and everybody else too.
      await joins(database, 'erased', 'anybody');
      expect(await emailsOf(database)).toContain(addressOf('erased'));
    });
    expect(await compareWith(options, file)).toMatchObject({ joined: { count: 4 } });
    await restoreFrom(options, file);
    await served(options, async (database) => {
      expect(await database.query('select from waitlist.list_state where left_out_in_files')).toEqual([]);
      const emails = await emailsOf(database);
      for (const name of ['newcomer', 'anybody', 'erased', 'returns'])
        expect(emails).not.toContain(addressOf(name));
    });
  });

  test(`${kind}: a lost list comes back whole, and people of its successor can be kept`, async () => {
    const lost = await emptyList(kind);
    let earlier: Awaited<ReturnType<typeof sendOwed>> = {};
    const file = await served(lost, async (database) => {
      await joins(database, 'old', 'both', 'left', 'erased');
      earlier = await sendOwed(database);
      await database.query("select waitlist.suppress('gone@restore.example', 'not-me', now())");
      return newBackup(database);
    });
    for (const keepJoined of [true, false]) {
      const successor = await emptyList(kind);
      let emails: Awaited<ReturnType<typeof sendOwed>> = {};
      await served(successor, async (database) => {
        await makeKeys(database);
        await joins(database, 'both', 'new', 'denies', 'left');
        emails = await sendOwed(database);
        for (const name of ['denies', 'stranger'])
          await database.query("select waitlist.suppress($1, 'not-me', now())", [addressOf(name)]);
        await joins(database, 'erased');
        await database.query("select waitlist.erase_address('erased@restore.example', 'person erase')");
        await database.query(
          "select waitlist.leave_list(id, 'by hand') from waitlist.entries where email like 'left@%'",
        );
      });
      expect(await compareWith(successor, file)).toMatchObject({ target: 'another', here: 4 });
      await restoreFrom(successor, file, { keepJoined });
      await served(successor, async (database) => {
        const kept = ['both', 'denies', 'left', 'new', 'old'];
        const names = keepJoined ? kept : ['both', 'left', 'old'];
        expect(await emailsOf(database)).toEqual(names.map(addressOf));
        const left = "select email from waitlist.entries where state = 'left' and left_at is not null";
        expect(await database.query(left)).toEqual([{ email: addressOf('left') }]);
        // A Yes in an old email of somebody who has left says no.
        expect(await press(database, earlier.left, 'confirm')).toBe(false);
        const owed = `select from waitlist.outbox join waitlist.entries on id = entry_id
                       where entries.state = 'left' and outbox.state = 'waiting'`;
        expect(await database.query(owed)).toEqual([]);
        for (const name of ['gone', 'denies', 'stranger'])
          expect(
            await database.query('select waitlist.wants_no_email($1) as refused', [addressOf(name)]),
            name,
          ).toEqual([{ refused: true }]);
        const [evidence] = await database.query<{ people: number }>(
          `select count(distinct entry_id)::int as people from waitlist.evidence
            where entry_id in (select id from waitlist.entries)`,
        );
        expect(evidence?.people).toBe(names.length);
        if (!keepJoined) return;
        // Of the emails that the successor has sent.
        for (const name of ['new', 'both'])
          expect(await press(database, emails[name], 'leave'), name).toBe(true);
        expect(await database.query(left)).toHaveLength(3);
      });
    }
  });
}

for (const { kind } of lists)
  test(`${kind}: a person whom a successor has erased stays away when the backup is restored twice`, async () => {
    const lost = await emptyList(kind);
    const file = await served(lost, async (database) => {
      await joins(database, 'old', 'erased');
      return newBackup(database);
    });
    const successor = await emptyList(kind);
    const erasedAt = 'select erased_at::text from waitlist.erasures';
    const erasures = await served(successor, async (database) => {
      await makeKeys(database);
      await joins(database, 'erased');
      await erasePerson(database, addressOf('erased'));
      return database.query(erasedAt);
    });
    for (const restore of ['first', 'second']) {
      await restoreFrom(successor, file, { keepJoined: true });
      await served(successor, async (database) => {
        expect(await emailsOf(database), restore).toEqual([addressOf('old')]);
        // The code is kept no longer than the successor would have kept it.
        expect(await database.query(erasedAt), restore).toEqual(erasures);
      });
    }
  });

for (const { kind } of lists)
  test(`${kind}: a person who was erased twice stays away, by the later erasure`, async () => {
    const original = await emptyList(kind);
    const [older, newer] = await served(original, async (database) => {
      await joins(database, 'stays', 'twice');
      await erasePerson(database, addressOf('twice'));
      await joins(database, 'twice');
      const first = await newBackup(database);
      await erasePerson(database, addressOf('twice'));
      return [first, await newBackup(database)] as const;
    });
    const target = await emptyList(kind);
    await restoreFrom(target, older);
    expect(await served(target, emailsOf)).toEqual(['stays', 'twice'].map(addressOf));
    await restoreFrom(target, newer, { keepJoined: true });
    expect(await served(target, emailsOf)).toEqual([addressOf('stays')]);
    // The later moment is kept as well: the older backup does not bring them back.
    await restoreFrom(target, older, { keepJoined: true });
    expect(await served(target, emailsOf)).toEqual([addressOf('stays')]);
  });

for (const { kind } of lists)
  test(`${kind}: a newer backup brings the keys of another list along, with its codes and links`, async () => {
    const lost = await emptyList(kind);
    const file = await served(lost, async (database) => {
      await joins(database, 'old');
      return newBackup(database);
    });
    const successor = await emptyList(kind);
    const emails = await served(successor, async (database) => {
      await makeKeys(database);
      await joins(database, 'new');
      await database.query("select waitlist.suppress('stranger@restore.example', 'not-me', now())");
      return sendOwed(database);
    });
    await restoreFrom(successor, file, { keepJoined: true });
    const ofBoth = await served(successor, newBackup);
    const again = await emptyList(kind);
    await restoreFrom(again, file);
    await restoreFrom(again, ofBoth, { keepJoined: true });
    await served(again, async (database) => {
      expect(await emailsOf(database)).toEqual(['new', 'old'].map(addressOf));
      const refused = 'select waitlist.wants_no_email($1) as refused';
      expect(await database.query(refused, [addressOf('stranger')])).toEqual([{ refused: true }]);
      expect(await press(database, emails.new, 'leave')).toBe(true);
    });
  });

for (const { kind } of lists)
  test(`${kind}: what was done to a successor stays in the audit, and its erasures are counted once`, async () => {
    const lost = await emptyList(kind);
    const file = await served(lost, async (database) => {
      await joins(database, 'old', 'both', 'gone');
      await erasePerson(database, addressOf('gone'));
      return newBackup(database);
    });
    const successor = await emptyList(kind);
    const ofSuccessor = await served(successor, async (database) => {
      await makeKeys(database);
      await joins(database, 'both', 'new', 'away');
      await erasePerson(database, addressOf('both'));
      await erasePerson(database, addressOf('away'));
      return newBackup(database);
    });
    await restoreFrom(successor, file, { keepJoined: true });
    const figures = () => served(successor, (database) => countPeople(database));
    expect(await figures()).toMatchObject({ joined: 5, onList: 2, erased: 3 });
    // The other way round: the audit of both is there already.
    await restoreFrom(successor, ofSuccessor, { keepJoined: true });
    expect(await figures()).toMatchObject({ joined: 5, onList: 2, erased: 3 });
    const restores = "select from waitlist.audit where action = 'restore'";
    expect(await served(successor, (database) => database.query(restores))).toHaveLength(2);
  });

for (const { kind } of lists)
  test(`${kind}: people of a successor and of a newer backup of the lost list are all kept`, async () => {
    const lost = await emptyList(kind);
    const [older, newer] = await served(lost, async (database) => {
      await joins(database, 'early');
      const first = await newBackup(database);
      await joins(database, 'later', 'last');
      return [first, await newBackup(database)] as const;
    });
    const successor = await emptyList(kind);
    await served(successor, async (database) => {
      await makeKeys(database);
      await joins(database, 'new', 'newest');
    });
    await restoreFrom(successor, older, { keepJoined: true });
    await restoreFrom(successor, newer, { keepJoined: true });
    const names = ['early', 'last', 'later', 'new', 'newest'];
    expect(await served(successor, emailsOf)).toEqual(names.map(addressOf));
  });

for (const { kind } of lists)
  test(`${kind}: a person whom a successor has erased stays away when a newer backup has them`, async () => {
    const lost = await emptyList(kind);
    const [older, newer] = await served(lost, async (database) => {
      await joins(database, 'old');
      const first = await newBackup(database);
      await joins(database, 'erased');
      return [first, await newBackup(database)] as const;
    });
    const successor = await emptyList(kind);
    await served(successor, async (database) => {
      await makeKeys(database);
      await joins(database, 'erased');
      await erasePerson(database, addressOf('erased'));
    });
    await restoreFrom(successor, older, { keepJoined: true });
    expect(await compareWith(successor, newer)).toMatchObject({
      comeBack: { count: 0 },
      erased: { count: 1 },
    });
    await restoreFrom(successor, newer, { keepJoined: true });
    await served(successor, async (database) => {
      expect(await emailsOf(database)).toEqual([addressOf('old')]);
      // What is held about them is the code alone, and they are shown it.
      expect((await readPersonData(database, addressOf('erased')))?.erasures).toHaveLength(1);
    });
  });

for (const { kind } of lists)
  test(`${kind}: a restore keeps people away whom any of the lists before it has erased`, async () => {
    const first = await emptyList(kind);
    const file = await served(first, async (database) => {
      await joins(database, 'one', 'two');
      return newBackup(database);
    });
    const second = await emptyList(kind);
    const ofSecond = await served(second, async (database) => {
      await makeKeys(database);
      await joins(database, 'one', 'three');
      return newBackup(database);
    });
    const third = await emptyList(kind);
    await served(third, async (database) => {
      await makeKeys(database);
      for (const name of ['one', 'three']) {
        await joins(database, name);
        await erasePerson(database, addressOf(name));
      }
    });
    await restoreFrom(third, file, { keepJoined: true });
    expect(await served(third, emailsOf)).toEqual([addressOf('two')]);
    await restoreFrom(third, ofSecond, { keepJoined: true });
    expect(await served(third, emailsOf)).toEqual([addressOf('two')]);
  });

for (const { kind } of lists)
  test(`${kind}: of a person in both, the newer state counts, in the list or the backup`, async () => {
    const original = await emptyList(kind);
    const [older, newer, emails] = await served(original, async (database) => {
      await joins(database, 'leaves', 'moves', 'denies', 'erased', 'stays');
      const all = await sendOwed(database);
      const first = await newBackup(database);
      await leaves(database, 'leaves');
      await erasePerson(database, addressOf('erased'));
      await database.query("select waitlist.suppress('denies@restore.example', 'not-me', now())");
      await moves(database, all.moves, 'moved');
      await joins(database, 'later');
      return [first, await newBackup(database), all] as const;
    });
    const target = await emptyList(kind);
    await restoreFrom(target, older);
    await served(target, (database) => joins(database, 'meanwhile'));
    expect(await compareWith(target, newer)).toMatchObject({ newer: { count: 2 } });
    await restoreFrom(target, newer, { keepJoined: true });
    await served(target, async (database) => {
      const names = ['denies', 'later', 'leaves', 'meanwhile', 'moved', 'stays'];
      expect(await emailsOf(database)).toEqual(names.map(addressOf));
      const left = "select email from waitlist.entries where state = 'left'";
      expect(await database.query(left)).toEqual([{ email: addressOf('leaves') }]);
      expect(await database.query('select reason from waitlist.suppressions')).toEqual([
        { reason: 'not-me' },
      ]);
      // A move has ended the first link, and not the other.
      expect(await press(database, emails.moves, 'place')).toBe(false);
      expect(await press(database, emails.moves, 'leave')).toBe(true);
    });
  });

for (const { kind } of lists)
  test(`${kind}: the figures count every erasure when a newer backup follows an older one`, async () => {
    const original = await emptyList(kind);
    const [older, newer] = await served(original, async (database) => {
      await joins(database, 'one', 'two', 'three', 'four', 'five');
      const first = await newBackup(database);
      for (const name of ['two', 'three', 'four']) await erasePerson(database, addressOf(name));
      return [first, await newBackup(database)] as const;
    });
    const target = await emptyList(kind);
    // This restore leaves a row in the audit, which the lost list did not have.
    await restoreFrom(target, older);
    await restoreFrom(target, newer, { keepJoined: true });
    expect(await served(target, (database) => countPeople(database))).toMatchObject({
      joined: 5,
      onList: 2,
      erased: 3,
    });
  });

for (const { kind } of lists) {
  test(`${kind}: an entry that moved to an erased address is not erased`, async () => {
    const options = await emptyList(kind);
    const file = await served(options, async (database) => {
      await joins(database, 'mover', 'erased');
      const { mover } = await sendOwed(database);
      await erasePerson(database, addressOf('erased'));
      await moves(database, mover, 'erased');
      return newBackup(database);
    });
    // By a mistake of ours.
    await served(options, (database) => database.query('delete from waitlist.entries'));
    for (const target of [options, await emptyList(kind)]) {
      await restoreFrom(target, file);
      expect(await served(target, emailsOf)).toEqual([addressOf('erased')]);
    }
  });

  test(`${kind}: the links in emails that were sent before the list was lost still work`, async () => {
    const lost = await emptyList(kind);
    const [file, emails] = await served(lost, async (database) => {
      await makeKeys(database);
      await joins(database, 'reader');
      const all = await sendOwed(database);
      return [await newBackup(database), all] as const;
    });
    const successor = await emptyList(kind);
    await served(successor, makeKeys);
    await restoreFrom(successor, file);
    await served(successor, async (database) => {
      expect(await press(database, emails.reader, 'leave')).toBe(true);
      expect(await database.query('select state from waitlist.entries')).toEqual([{ state: 'left' }]);
    });
  });

  test(`${kind}: a limit that the backup did not know is still there after a restore`, async () => {
    const older = await emptyList(kind);
    const file = await served(older, async (database) => {
      await joins(database, 'somebody');
      await database.query("delete from waitlist.limits where name = 'emails-an-hour'");
      await database.query("update waitlist.limits set most = 7 where name = 'client'");
      return newBackup(database);
    });
    const target = await emptyList(kind);
    await restoreFrom(target, file);
    await served(target, async (database) => {
      const limits = await database.query<{ name: string; most: number }>(
        'select name, most from waitlist.limits',
      );
      expect(limits.map(({ name }) => name)).toContain('emails-an-hour');
      expect(limits).toContainEqual({ name: 'client', most: 7 });
    });
  });
}

/**
 * A list that was restored from a backup without announcements, and a newer backup of the lost list. In that backup *first* has the
 * number 1 and *second* 2, and *later* is a recipient of both. The list gives the number 2 to its next announcement.
 */
async function restoredFromOlder(kind: Database['kind']) {
  const lost = await emptyList(kind);
  const [older, newer] = await served(lost, async (database) => {
    await joins(database, 'early');
    const first = await newBackup(database);
    await joins(database, 'later');
    await announce(database, 'first');
    await announce(database, 'second');
    await plan(database, 'instead', ['second']);
    return [first, await newBackup(database)] as const;
  });
  const target = await emptyList(kind);
  await restoreFrom(target, older);
  await served(target, resumeSending);
  return { target, newer };
}

for (const { kind } of lists) {
  test(`${kind}: people come back with their emails of an announcement that was planned again`, async () => {
    const { target, newer } = await restoredFromOlder(kind);
    await served(target, (database) => announce(database, 'first'));
    await restoreFrom(target, newer);
    await served(target, async (database) => {
      expect(await emailsOf(database)).toEqual(['early', 'later'].map(addressOf));
      expect(await announcementsFor(database, 'later')).toEqual(['first', 'second']);
      expect(await announcementsFor(database, 'early')).toEqual(['first']);
    });
  });

  test(`${kind}: an announcement whose number is taken comes back under another number`, async () => {
    const { target, newer } = await restoredFromOlder(kind);
    await served(target, (database) => announce(database, 'other'));
    await restoreFrom(target, newer);
    await served(target, async (database) => {
      expect(await announcementsFor(database, 'later')).toEqual(['first', 'second']);
      expect(await announcementsFor(database, 'early')).toEqual(['other']);
    });
  });

  test(`${kind}: the audience of an announcement still names others whose number has changed`, async () => {
    const { target, newer } = await restoredFromOlder(kind);
    await served(target, (database) => announce(database, 'other'));
    await restoreFrom(target, newer);
    await served(target, async (database) => {
      expect(await notSentOf(database, 'instead')).toEqual(['second']);
    });
  });

  test(`${kind}: people of another list are kept without its announcements, beside an empty backup`, async () => {
    const lost = await emptyList(kind);
    const file = await served(lost, newBackup);
    const successor = await emptyList(kind);
    await served(successor, async (database) => {
      await makeKeys(database);
      await joins(database, 'new');
      await announce(database, 'news');
    });
    await restoreFrom(successor, file, { keepJoined: true });
    await served(successor, async (database) => {
      expect(await emailsOf(database)).toEqual([addressOf('new')]);
      expect(await announcementsFor(database, 'new')).toEqual([]);
    });
  });
}
