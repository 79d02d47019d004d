import type { Database } from './database.ts';

/** Two lists before one takes the other's place. */
export interface Comparison {
  /** People on the present list; undefined where there is none, 'damaged' when it does not open. */
  present: number | 'damaged' | undefined;
  /** People in the backup. */
  restored: number;
  /** People of the present list whom the backup lacks. */
  lacking: number;
}

/** The addresses on a list, in the form that tells people apart. @throws DatabaseUnavailable */
export async function addressesOf(database: Database): Promise<Set<string>> {
  const addresses = new Set<string>();
  for (let last = ''; ; ) {
    const page = await database.query<{ canonical: string }>(
      'select canonical from waitlist.entries where canonical > $1 order by canonical limit 10000',
      [last],
    );
    for (const { canonical } of page) addresses.add(canonical);
    last = page.at(-1)?.canonical ?? '';
    if (last === '') return addresses;
  }
}

/** Compares the present list with a backup. */
export function compare(present: Set<string> | 'damaged' | undefined, restored: Set<string>): Comparison {
  if (!(present instanceof Set)) return { present, restored: restored.size, lacking: 0 };
  const lacking = [...present].filter((address) => !restored.has(address)).length;
  return { present: present.size, restored: restored.size, lacking };
}
