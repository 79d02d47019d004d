import { expect } from 'vitest';
import { openBothLists } from '../tests/support/databases.ts';

const { test } = await openBothLists();

test('the schema calls a row of the list an entry, never a place or a member', async (database) => {
  const named = await database.query(
    `with names as (
       select proname as name from pg_proc where pronamespace = 'waitlist'::regnamespace
       union all
       select relname from pg_class where relnamespace = 'waitlist'::regnamespace
       union all
       select attname from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'waitlist'::regnamespace
     )
     select name from names where name ~ '(^|_)(place|member)s?(_|$)'`,
  );
  expect(named).toEqual([]);
});
