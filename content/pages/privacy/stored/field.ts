/** How long a column is kept; a test checks that the database keeps to it. */
type Retention = 'erased with the entry' | 'outlives the entry' | 'swept by the minute' | 'swept at midnight';

/** One column of the database that holds something about a visitor. A test compares the list with the migrations. */
export interface StoredField {
  table:
    | 'entries'
    | 'outbox'
    | 'email_links'
    | 'evidence'
    | 'suppressions'
    | 'email_key'
    | 'rate_limits'
    | 'client_keys';
  column: string;
  what: string;
  why: string;
  kept: Retention;
  howLong: string;
}

export const withTheEntry = (howLong: string) => ({ kept: 'erased with the entry', howLong }) as const;
export const likeTheAddress = withTheEntry('As long as the email address.');
