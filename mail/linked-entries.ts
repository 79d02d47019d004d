import type { Database } from '../database/database.ts';
import { queryOne } from '../database/query-one.ts';
import { storableEmail } from '../waitlist/address.ts';
import { erasePerson } from '../waitlist/erasing.ts';
import { personFile, readPersonData } from '../waitlist/people.ts';
import { filledWording } from '../waitlist/wording.ts';
import { hashOfToken } from './links.ts';

/** What became of a wish to change the address: the new one is asked, or why it is not. */
export const changeAnswers = ['asked', 'same', 'address', 'too-many'] as const;
export type ChangeAnswer = (typeof changeAnswers)[number];

/** What the page of a place says: the row of the entry, the words that were agreed to, and days as `2026-11-22`, in UTC. */
export type Place = Record<'wording' | 'joinedOn' | 'consentedOn', string> &
  Record<'confirmedOn' | 'leftOn', string | null> & { entry: Record<'email' | 'source' | 'state', string> };

export type Places = ReturnType<typeof openPlaces>;

/**
 * What somebody may ask for by the link to their place on the list. Each returns undefined when there is no such link, or its
 * place has been erased: a stranger is not told which. They throw DatabaseUnavailable.
 */
export function openPlaces(database: Database) {
  async function read(token: string): Promise<Place | undefined> {
    const [found] = await database.query<Place>(
      `select to_jsonb(entries) as entry,
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
    /** All that is held, as a file. */
    async download(token: string): Promise<string | undefined> {
      const place = await read(token);
      const data = place && (await readPersonData(database, place.entry.email));
      return data && personFile(data);
    },
    async erase(token: string): Promise<true | undefined> {
      const place = await read(token);
      if (!place) return undefined;
      await erasePerson(database, place.entry.email);
      return true;
    },
    /** Asks the new address. The answer does not tell whose it is. */
    async change(token: string, email: string): Promise<ChangeAnswer | undefined> {
      const { answer } = await queryOne<{ answer: ChangeAnswer | null }>(
        database,
        'select waitlist.ask_change($1, $2) as answer',
        [hashOfToken(token), storableEmail(email)],
      );
      return answer ?? undefined;
    },
  };
}
