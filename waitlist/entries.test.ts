import { expect } from 'vitest';
import { openBothLists } from '../tests/support/databases.ts';

const { test } = await openBothLists();

test('the schema calls a row of the list an entry, never a place or a member', async (database) => {
  const named = await database.query(
    `with names as (
       select proname as name, pronamespace as namespace from pg_proc
       union all
       select relname, relnamespace from pg_class
       union all
       select attname, relnamespace from pg_attribute join pg_class on pg_class.oid = attrelid
     )
     select name from names
      where namespace in ('waitlist'::regnamespace, 'public'::regnamespace)
        and name ~ '(^|_)(place|member)s?(_|$)'`,
  );
  expect(named).toEqual([]);
});
