import type { Database } from '../../database/database.ts';
import type { EntryId } from '../entries.ts';
import type { Rows } from './read-list.ts';
import type { Erasures } from './target.ts';

/** The part of a row of a backup that is compared. */
interface BackedUpEntry {
  /** A number in JSON; elsewhere an `EntryId`. */
  id: number;
  email: string;
  canonical: string;
  state: 'joined' | 'left';
  joined_at: string;
}

/** What a page's query gives of a person who differs. */
interface FoundDifference {
  id: EntryId;
  isMissing: boolean;
  /** What the backup has of them is newer than what the list has: the list was restored from an older backup. */
  isNewer: boolean;
  /** Somebody else on the list has their address: a person with two entries who changed their address has one left. */
  hasOther: boolean;
  /** The codes of a missing person, one for each key. */
  codes: string[];
  /** Whether a missing person was erased because they said that it was not them. */
  saidNotMe: boolean;
  hasMoved: boolean;
  /** The address that they have now. */
  emailHere: string | null;
  hasLeft: boolean;
  /** How they left. */
  via: string | null;
  /** Milliseconds since 1970: of the newest evidence in the backup. */
  decidedAt: number | null;
}

/** Whatever somebody decides leaves evidence: the newest of it says which of two states is the newer one. */
const differencesSql = `
  with decided as (
    select entry_id, max(at) as decided_at
      from json_to_recordset($2::json) as evidence (entry_id bigint, at timestamptz)
     group by entry_id
  ), backed_up as (
    select *
      from json_to_recordset($1::json) as people (id bigint, canonical text, state text) left join decided on entry_id = id
  ), compared as (
    select backed_up.id,
           backed_up.canonical,
           decided_at,
           here.id is null as is_missing,
           coalesce(backed_up.decided_at > (select max(at) from waitlist.evidence where entry_id = here.id), false) as is_newer,
           coalesce(here.canonical <> backed_up.canonical, false) as has_moved,
           here.email as email_here,
           coalesce(here.state = 'left' and backed_up.state = 'joined', false) as has_left
      from backed_up left join waitlist.entries as here on here.id = backed_up.id
  )
  select id::text,
         is_missing as "isMissing",
         is_newer as "isNewer",
         exists (select from waitlist.entries as other where other.canonical = compared.canonical and other.id <> compared.id) as "hasOther",
         array(
           select waitlist.hmac_sha256(decode(list_key, 'hex'), canonical)::text
             from unnest($3::text[]) as list_key
            where is_missing) as codes,
         is_missing and exists (
           select from waitlist.suppressions
            where mailbox_code = any (waitlist.mailbox_codes(canonical)) and reason = 'not-me') as "saidNotMe",
         has_moved and not is_newer as "hasMoved",
         email_here as "emailHere",
         has_left and not is_newer as "hasLeft",
         (select via from waitlist.evidence
           where entry_id = compared.id and event = 'withdrew' order by at desc limit 1) as via,
         (extract(epoch from decided_at) * 1000)::float8 as "decidedAt"
    from compared
   where is_missing or is_newer or has_moved or has_left`;

/** How a person of the backup differs from the one on the list. */
export interface Difference extends FoundDifference {
  /** The address that the backup has of them. */
  email: string;
  /** A missing person who does not come back: they were erased after their newest decision in the backup. */
  wasErased: boolean;
}

/** How the people of a page differ from those on the list. @throws DatabaseUnavailable */
export async function differencesOf(
  database: Database,
  { entries = [], evidence = [] }: Rows,
  { keys, moments }: Erasures,
): Promise<Difference[]> {
  const people = new Map(
    (entries as unknown as BackedUpEntry[]).map((person) => [String(person.id), person]),
  );
  const compared = [...people.values()].map(({ id, canonical, state }) => ({ id, canonical, state }));
  const decided = evidence.map(({ entry_id, at }) => ({ entry_id, at }));
  const found = await database.query<FoundDifference>(differencesSql, [
    JSON.stringify(compared),
    JSON.stringify(decided),
    moments.size > 0 ? keys : [],
  ]);
  return found.map((difference) => {
    const person = people.get(difference.id) as BackedUpEntry;
    const erasedAt = Math.max(
      ...difference.codes.map((code) => moments.get(code) ?? Number.NEGATIVE_INFINITY),
    );
    // Not one who has joined again after that, or has moved to the address.
    const since = Math.max(Date.parse(person.joined_at), difference.decidedAt ?? 0);
    return { ...difference, email: person.email, wasErased: erasedAt >= since };
  });
}
