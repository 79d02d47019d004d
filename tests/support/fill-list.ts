import type { Database } from '../../database/database.ts';

/** Puts that many people on an empty list, all through Reddit on one day: +p1@command.example and so on. */
export async function fillList(database: Database, people: number): Promise<void> {
  await database.query(
    `insert into waitlist.entries (email, canonical, source, joined_at, consented_at, consent_wording, state)
     select format('+p%s@command.example', n), format('+p%s@command.example', n), 'Reddit',
            timestamptz '2026-03-01 12:00:00+00', timestamptz '2026-03-01 12:00:00+00', 'w1', 'joined'
       from generate_series(1, $1::int) as n`,
    [people],
  );
}
