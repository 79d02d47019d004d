import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { storableEmail } from '../waitlist/address.ts';
import { erasePerson } from '../waitlist/erasing.ts';
import { personFile, readPersonData } from '../waitlist/people.ts';
import { filledWording } from '../waitlist/wording.ts';
import { hashOfToken } from './links.ts';

/** What became of a wish to change the address: the new one is asked, or why it is not. */
export const changeAnswers = ['asked', 'same', 'address', 'too-many'] as const;
type ChangeAnswer = (typeof changeAnswers)[number];

/** What the page *Your place* says: the row of the entry, the words that were agreed to, and days as `2026-11-22`, in UTC. */
export interface LinkedEntry {
  row: Record<'email' | 'source' | 'state', string>;
  wording: string;
  joinedOn: string;
  consentedOn: string;
  confirmedOn: string | null;
  leftOn: string | null;
}

/**
 * What somebody may ask for by the link to their entry. Each method takes the token of the link. It returns undefined when there is no
 * such link, or its entry has been erased: a stranger is not told which. Each throws DatabaseUnavailable.
 */
export interface LinkedEntries {
  read(token: string): Promise<LinkedEntry | undefined>;

  /** All that is held, as the text of a file. */
  download(token: string): Promise<string | undefined>;

  erase(token: string): Promise<true | undefined>;

  /** Asks the new address by an email. The answer does not tell whose it is. */
  change(token: string, email: string): Promise<ChangeAnswer | undefined>;
}

/** The entries of a list, each by its link. */
export function openLinkedEntries(database: Database): LinkedEntries {
  async function read(token: string): Promise<LinkedEntry | undefined> {
    const [found] = await database.query<LinkedEntry>(
      `select to_jsonb(entries) as row,
              waitlist.iso_day(joined_at) as "joinedOn", waitlist.iso_day(confirmed_at) as "confirmedOn",
              waitlist.iso_day(left_at) as "leftOn", waitlist.iso_day(consented_at) as "consentedOn",
              concat_ws(' ', wordings.words, confirmed.confirmation) as wording
         from waitlist.email_links as link
         join waitlist.entries as entries on entries.id = link.entry_id
         join waitlist.wordings on wordings.version = consent_wording
         left join lateral (
           select shown.confirmation
             from waitlist.evidence
             join waitlist.wordings as shown on shown.version = evidence.wording
            where evidence.entry_id = entries.id and event = 'confirmed' and evidence.at = confirmed_at
         ) as confirmed on true
        where hash = decode($1, 'hex') and purpose = 'place'`,
      [hashOfToken(token)],
    );
    return found && { ...found, wording: filledWording(found.wording) };
  }
  return {
    read,
    async download(token) {
      const linked = await read(token);
      const data = linked && (await readPersonData(database, linked.row.email));
      return data && personFile(data);
    },
    async erase(token) {
      const linked = await read(token);
      if (!linked) return undefined;
      await erasePerson(database, linked.row.email);
      return true;
    },
    async change(token, email) {
      const { answer } = await queryOne<{ answer: ChangeAnswer | null }>(
        database,
        'select waitlist.ask_change($1, $2) as answer',
        [hashOfToken(token), storableEmail(email)],
      );
      return answer ?? undefined;
    },
  };
}
