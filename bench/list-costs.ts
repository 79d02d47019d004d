import { randomInt, randomUUID } from 'node:crypto';
import { waitlistSources } from '../content/site.ts';
import type { Database } from '../database/database.ts';
import { latestEntries, listEntries } from '../waitlist/entries.ts';
import { erasePerson } from '../waitlist/erasing.ts';
import { countPeople } from '../waitlist/figures.ts';
import { joinBatch, type PreparedJoin } from '../waitlist/join.ts';
import { findPerson, leaveList } from '../waitlist/people.ts';
import { selectAddress } from './long-list.ts';

/** A list of a known length, filled by `fillLongList`. */
export interface List {
  database: Database;
  rows: number;
}

export interface Cost {
  name: string;
  /** How often it is measured, each list in its turn. */
  times: number;
  /** Does it once, and calls `begin` when the preparation is done. Returns how many units that was, if not one. */
  once(list: List, begin: () => void): Promise<number | undefined>;
}

/** With 30,000 joins a minute the list would refuse more. */
export const unlimited = { client: 1e9, network: 1e9, global: 1e9 };

/** New people, as unrelated as visitors are: their addresses are spread all over the index. */
function newcomers(many: number): PreparedJoin[] {
  return Array.from({ length: many }, () => ({
    email: `${randomUUID()}@cost.example`,
    source: waitlistSources[randomInt(waitlistSources.length)] ?? 'cta',
    client: randomUUID(),
    network: randomUUID(),
  }));
}

async function anybody({ database, rows }: List): Promise<string> {
  const person = randomInt(Math.floor(rows / 100)) * 100 + randomInt(3, 100);
  const [found] = await database.query<{ email: string }>(selectAddress(person));
  return found?.email ?? '';
}

/** Everything that is done to a list, except joining. */
export const costs: Cost[] = [
  {
    name: 'a try that is refused, in a batch of 64',
    times: 200,
    async once({ database }, begin) {
      const [first] = newcomers(1);
      const joins = newcomers(64).map((join) => ({ ...join, client: first?.client ?? '' }));
      await joinBatch({ database, joins: joins.slice(0, 1), limits: { ...unlimited, client: 1 } });
      begin();
      await joinBatch({ database, joins, limits: { ...unlimited, client: 1 } });
      return joins.length;
    },
  },
  {
    name: "a batch of the limits' sweep",
    times: 100,
    async once({ database }, begin) {
      begin();
      await database.query('select waitlist.sweep(2000)');
      return undefined;
    },
  },
  {
    name: 'stats',
    times: 100,
    async once({ database }, begin) {
      begin();
      await countPeople(database);
      return undefined;
    },
  },
  {
    name: 'list',
    times: 200,
    async once({ database }, begin) {
      begin();
      await latestEntries(database, {}, 20);
      return undefined;
    },
  },
  {
    name: 'person show',
    times: 200,
    async once(list, begin) {
      const address = await anybody(list);
      begin();
      await findPerson(list.database, address);
      return undefined;
    },
  },
  {
    name: 'person leave',
    times: 100,
    async once(list, begin) {
      const address = await anybody(list);
      begin();
      await leaveList(list.database, address);
      return undefined;
    },
  },
  {
    name: 'person erase',
    times: 100,
    async once(list, begin) {
      const address = await anybody(list);
      begin();
      await erasePerson(list.database, address);
      return undefined;
    },
  },
  {
    name: 'a welcome claimed and sent',
    times: 200,
    async once({ database }, begin) {
      const token = () => randomUUID().replaceAll('-', '');
      begin();
      const [claimed] = await database.query<{ message_id: string }>(
        "select message_id from waitlist.claim_email('bench', array['welcome'], $1)",
        [JSON.stringify({ confirm: token(), leave: token(), 'not-me': token(), place: token() })],
      );
      if (!claimed?.message_id) throw new Error('No welcome waits.');
      await database.query(
        "select waitlist.finish_email('bench', $1, row('sent', '250 Ok', null)::waitlist.delivery)",
        [claimed.message_id],
      );
      return undefined;
    },
  },
  {
    name: 'a person of an export',
    times: 5,
    async once({ database }, begin) {
      let people = 0;
      let pages = 0;
      begin();
      // A hundred pages show what the rest costs; the whole export is measured as a command.
      for await (const page of listEntries(database)) {
        people += page.length;
        pages += 1;
        if (pages === 100) break;
      }
      return people;
    },
  },
];

/** The index of addresses is written to all over: after a checkpoint each of its pages goes whole into the WAL, once. */
export const joinsInBatches: Cost = {
  name: 'a join, in a batch of 64',
  times: 300,
  async once({ database }, begin) {
    const joins = newcomers(64);
    begin();
    await joinBatch({ database, joins, limits: unlimited });
    return joins.length;
  },
};

export const joinsAlone: Cost = {
  name: 'a join alone',
  times: 300,
  async once({ database }, begin) {
    const joins = newcomers(1);
    begin();
    await joinBatch({ database, joins, limits: unlimited });
    return undefined;
  },
};
