import { emailFields } from './stored/emails.ts';
import { entryFields } from './stored/entries.ts';
import type { StoredField } from './stored/field.ts';
import { limitFields } from './stored/limits.ts';

export interface StoredContent {
  id: string;
  title: string;
  lede: string;
  /** The label of the fold with the tables. */
  fold: string;
  headings: { what: string; why: string; howLong: string };
  tables: Record<StoredField['table'], string>;
  fields: readonly StoredField[];
}

export const stored: StoredContent = {
  id: 'stored',
  title: 'Every field, one by one',
  lede: 'These are all the columns in which the database holds something that comes from a visitor. If one is added, this table has to change first, or our own checks fail.',
  fold: 'Show every column',
  headings: { what: 'What', why: 'Why', howLong: 'For how long' },
  tables: {
    entries: 'Your place on the waitlist',
    outbox: 'The emails we send you',
    email_links: 'The links in those emails',
    evidence: 'What you agreed to, and when',
    suppressions: 'Addresses that get no email from us',
    email_key: 'The key for those codes',
    rate_limits: 'Counts against floods of false forms',
    client_keys: 'The key of the day',
  },
  fields: [...entryFields, ...emailFields, ...limitFields],
};
