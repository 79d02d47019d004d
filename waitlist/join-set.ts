import type { Database } from '../database/open-database.ts';
import type { ClientKeys } from './client-keys.ts';
import type { JoinAnswer, Refusal } from './join.ts';
import type { Limits } from './limits.ts';

/** A join in the form in which the database takes it. */
export interface PreparedJoin extends ClientKeys {
  email: string;
  source: string;
}

interface SetAnswer {
  refusals: (Refusal | null)[];
  errors: (string | null)[];
  exhausted: (ExhaustedKey | null)[];
}

/** Which of a try's keys has nothing left of its allowance. */
export type ExhaustedKey = keyof ClientKeys | 'everyone';

/** What the database decided, and why where it is a limit that refused. */
export interface Decision {
  answer: JoinAnswer;
  exhausted: ExhaustedKey | null;
}

/**
 * Sends joins through the one door, as one statement and one transaction.
 * Takes the set; returns one decision for each, in order. When it returns, the entries are durable.
 * Throws DatabaseUnavailable when the database cannot answer; then none of the set was acknowledged.
 */
export async function joinSet({
  database,
  joins,
  limits,
  moment,
}: {
  database: Database;
  joins: PreparedJoin[];
  limits?: Limits;
  moment?: Date;
}): Promise<Decision[]> {
  const [answer] = await database.query<SetAnswer>(
    `select refusals, errors, exhausted
       from waitlist.join_set($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb, $7::timestamptz)`,
    [
      joins.map(({ email }) => email),
      joins.map(({ source }) => source),
      joins.map(({ client }) => client),
      joins.map(({ network }) => network),
      joins.map(({ region }) => region),
      limits ? JSON.stringify(limits) : null,
      moment ? moment.toISOString() : null,
    ],
  );
  if (answer?.refusals.length !== joins.length) {
    throw new Error(`waitlist.join_set was given ${joins.length} joins and did not answer each.`);
  }
  return joins.map((_, index) => {
    const refusal = answer.refusals[index];
    const error = answer.errors[index];
    return {
      answer: refusal && error ? { success: false, error, refusal } : { success: true },
      exhausted: answer.exhausted[index] ?? null,
    };
  });
}
