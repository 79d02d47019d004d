/** A table of the schema `waitlist` in a backup. */
export interface KeptTable {
  name: string;
  /** The column of its primary key: pages are read in its order. */
  key: string;
  /** The migrations put rows into it. A list that starts again from a backup keeps those that the backup lacks. */
  isSeeded?: true;
}

/** A person is a row of `entries` and the rows of these tables with its number in `entry_id`. They are read and stored together. */
export const tablesOfAPerson = ['evidence', 'outbox', 'email_links'] as const;

/** The other tables, in the order in which they are read: after the people, so that they are never older than a person is. */
export const keptTables: readonly KeptTable[] = [
  { name: 'wordings', key: 'version', isSeeded: true },
  { name: 'limits', key: 'name', isSeeded: true },
  { name: 'email_key', key: 'only_row', isSeeded: true },
  { name: 'settings', key: 'only_row', isSeeded: true },
  { name: 'list_state', key: 'only_row', isSeeded: true },
  { name: 'founder_news', key: 'name', isSeeded: true },
  { name: 'suppressions', key: 'mailbox_code' },
  { name: 'erasures', key: 'address_code' },
  { name: 'announcements', key: 'id' },
  { name: 'audit', key: 'id' },
];

/** Rows of the migrations stay, and those of the backup are stored over them: it may be of an earlier version, which had fewer. */
export const seededTables = keptTables.filter(({ isSeeded }) => isSeeded);

export const isSeeded = (table: string): boolean => seededTables.some(({ name }) => name === table);

export const tablesOfABackup: readonly string[] = [
  'entries',
  ...tablesOfAPerson,
  ...keptTables.map(({ name }) => name),
];

/** The tables that are in no backup, and why. A test holds that every table is in one of these lists. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  client_keys: 'With the key of the day the counts would lead back to visitors.',
  rate_limits: 'Counts of a few minutes.',
  joins_of_minute: 'Counts of a minute.',
  email_hours: 'Counts of the emails of an hour.',
  email_kinds: 'They belong to the version: the migrations write them.',
  servers: 'The servers that run at this moment.',
};

/** The columns that are in no backup, and why; those that the database computes are not either. */
export const columnsLeftOut: Readonly<Record<string, string>> = {
  'list_state.moved_to': 'It is said of a place, not of the list.',
  'list_state.moved_at': 'The same.',
};
