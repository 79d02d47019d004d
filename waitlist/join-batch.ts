import type { Database } from '../database/database.ts';
import type { ClientKeys } from './client-keys.ts';
import type { JoinResult, Refusal } from './join.ts';
import type { Limits } from './limits.ts';

/** A join as `waitlist.join_set` takes it. */
export interface PreparedJoin extends ClientKeys {
  email: string;
  source: string;
}

interface JoinBatchRow {
  refusals: (Refusal | null)[];
  errors: (string | null)[];
  exhausted: (LimitScope | null)[];
}

/** Whose allowance is used up. */
export type LimitScope = keyof ClientKeys | 'everyone';

export interface Decision {
  result: JoinResult;
  /** The limit that refused, if one did. */
  exhausted: LimitScope | null;
}

/**
 * Runs `waitlist.join_set`: one statement and one transaction for all joins, one decision for each, in order. When it
 * resolves, the entries are durable.
 * @param options.moment replaces the database's clock, and `limits` its ceilings, in tests
 * @throws DatabaseUnavailable when none of the joins was acknowledged
 */
export async function joinBatch({
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
  const [row] = await database.query<JoinBatchRow>(
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
  if (row?.refusals.length !== joins.length) {
    throw new Error(`waitlist.join_set was given ${joins.length} joins and did not decide each.`);
  }
  return joins.map((_, index) => {
    const refusal = row.refusals[index];
    const error = row.errors[index];
    return {
      result: refusal && error ? { success: false, error, refusal } : { success: true },
      exhausted: row.exhausted[index] ?? null,
    };
  });
}
