import { beforeEach, expect } from 'vitest';
import type { Database } from '../database/database.ts';
import { openBothLists } from '../tests/support/databases.ts';
import { emptyTables } from '../tests/support/emails.ts';
import { plan } from '../tests/support/restores.ts';
import { existingAnnouncement } from './existing-announcement.ts';
import { filterFrom } from './people-filter.ts';

const { lists, test } = await openBothLists();

beforeEach(() => emptyTables(lists));

/** The same database, and the tables and functions from which its queries select. */
function watched(database: Database) {
  const tables = new Set<string>();
  const query: Database['query'] = (sql, parameters) => {
    for (const [, name = ''] of sql.matchAll(/(?:from|join) waitlist\.(\w+)/g)) tables.add(name);
    return database.query(sql, parameters);
  };
  return { database: { ...database, query }, tables };
}

test('a wrong name is answered with the others, and counts nobody’s people', async (database) => {
  const none = existingAnnouncement(database, 'lanch');
  await expect(none).rejects.toThrow('There is no announcement yet');
  await plan(database, 'launch');
  await plan(database, 'sorry');
  const { database: watchedDatabase, tables } = watched(database);
  const wrong = existingAnnouncement(watchedDatabase, 'lanch');
  await expect(wrong).rejects.toThrow('There is no announcement lanch. There are: sorry, launch.');
  expect([...tables]).not.toContain('find_recipients');
});

test('a filter that names announcements counts none of their emails', async (database) => {
  await plan(database, 'launch');
  const { database: watchedDatabase, tables } = watched(database);
  expect(await filterFrom(watchedDatabase, { sent: ['launch'] })).toMatchObject({ sent: ['launch'] });
  const wrong = filterFrom(watchedDatabase, { notSent: ['lanch'] });
  await expect(wrong).rejects.toThrow('There is no announcement lanch. There are: launch.');
  expect([...tables]).not.toContain('outbox');
});
