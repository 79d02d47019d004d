import { Buffer } from 'node:buffer';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { placePath, waitlistPath } from '../content/paths.ts';
import type { Database } from '../database/database.ts';

/**
 * For each purpose of a link in an email: its page, and whether following it ends our emails to the person. waitlist.follow_link does
 * what a link is for; a test compares the two. If an email has several links that end emails, a mail program's own button to
 * unsubscribe gets the first of them, in this order.
 */
export const linkPages = {
  confirm: { path: waitlistPath('confirm'), endsEmails: false },
  leave: { path: waitlistPath('leave'), endsEmails: true },
  'not-me': { path: waitlistPath('not-me'), endsEmails: true },
  /** What is held, with a button for each thing that somebody may ask for. The link itself leaves the list. */
  place: { path: placePath, endsEmails: true },
  /** In the email to a new address. */
  change: { path: waitlistPath('change'), endsEmails: false },
} as const;

export type LinkPurpose = keyof typeof linkPages;

export const linkPurposes = Object.keys(linkPages) as LinkPurpose[];

/** What the links of an announcement are for: as its row of waitlist.email_kinds says, to which a test compares this. */
export const linksOfAnnouncement = ['leave', 'place'] as const satisfies readonly LinkPurpose[];

/** Where the links in emails lead. The URLs have no slash at their end. */
export interface LinkHome {
  siteUrl: string;
  /** If the site lies on a static host: the back end whose function does what its pages ask for (server/hosted-links.ts). */
  backendUrl?: string | undefined;
}

/** The path of that function. Below it are the same paths as on a server. */
export const linksFunction = '/functions/v1/waitlist-links';

/** The page of a link. On a static host the token stands after the `#`, so that no log of the host has it. */
export const linkTo = ({ siteUrl, backendUrl }: LinkHome, purpose: LinkPurpose, token: string): string =>
  `${siteUrl}${linkPages[purpose].path}${backendUrl === undefined ? '?' : '#'}t=${token}`;

/** Where a mail program posts to by itself (RFC 8058): a static host takes no POST. */
export const oneClickLink = (
  { siteUrl, backendUrl }: LinkHome,
  purpose: LinkPurpose,
  token: string,
): string => {
  const home = backendUrl === undefined ? siteUrl : `${backendUrl}${linksFunction}`;
  return `${home}${linkPages[purpose].path}?t=${token}`;
};

/** Bytes: enough that nobody guesses a token, not even somebody who knows the key. */
const randomLength = 16;

/** Bytes: enough that foreign tokens do not reach the database. */
const codeLength = 8;

/** Hexadecimal: mail programs leave a `-` at its end out of a link in plain text. */
const shape = new RegExp(`^([0-9a-f]{${2 * randomLength}})([0-9a-f]{${2 * codeLength}})$`);

/** The keys of the tokens of a list. */
export interface LinkKeys {
  /** Its own tokens are made with this one. */
  own: string;
  /** Keys of lists that were restored into this one. */
  others: string[];
}

/** The keys of each open list. They change only while nobody has the list open, so they are read once. */
const keys = new WeakMap<Database, Promise<LinkKeys>>();

/**
 * The keys with which the tokens of a list are made and checked. They are read from the database once.
 * @throws DatabaseUnavailable; the next call reads again
 */
export function readLinkKeys(database: Database): Promise<LinkKeys> {
  const cached = keys.get(database);
  if (cached) return cached;
  const reading = database
    .query<LinkKeys>(
      `select encode(link_secret, 'hex') as own,
              array(select encode(secret, 'hex') from unnest(other_link_secrets) as other (secret)) as others
         from waitlist.email_key`,
    )
    .then(([row]) => {
      if (!row) throw new Error('waitlist.email_key has no row.');
      return row;
    });
  keys.set(database, reading);
  reading.catch(() => keys.delete(database));
  return reading;
}

/** The code at the end of a token, which shows that it is ours. */
const codeOf = (random: string, key: string): string =>
  createHmac('sha256', key)
    .update(random)
    .digest('hex')
    .slice(0, 2 * codeLength);

/** A new token for a link: a random part that nobody can guess, and its code. */
export function newToken({ own }: LinkKeys): string {
  const random = randomBytes(randomLength).toString('hex');
  return random + codeOf(random, own);
}

/** A new token for each purpose. */
export function newTokens<Purpose extends LinkPurpose>(
  purposes: readonly Purpose[],
  known: LinkKeys,
): Record<Purpose, string> {
  const tokens = purposes.map((purpose) => [purpose, newToken(known)]);
  return Object.fromEntries(tokens) as Record<Purpose, string>;
}

/** Whether a token was made with one of these keys. It does not say whether the link is still there. */
export function isOurToken(token: string, { own, others }: LinkKeys): boolean {
  const [, random, code] = shape.exec(token) ?? [];
  if (random === undefined || code === undefined) return false;
  const given = Buffer.from(code);
  return [own, ...others].some((key) => timingSafeEqual(given, Buffer.from(codeOf(random, key))));
}

/** The hash that `waitlist.email_links` stores, in hex; of the token itself nothing is stored. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** How a link is followed: by the button of its page, or by a mail program (RFC 8058), which wants a status and no page. */
export type Via = 'link' | 'one-click';

/** A link that somebody follows. */
export interface FollowedLink {
  token: string;
  purpose: LinkPurpose;
  via: Via;
}

/**
 * Does what the link is for. For *Your place* that means leaving. Calling it again changes nothing more.
 * @returns false when the link does nothing: there is none, or its person has been erased. A stranger is not told which.
 * Also false for a link that would confirm or move an entry that has been left, or move it to an address that asked for no more
 * emails meanwhile
 * @throws DatabaseUnavailable
 */
export async function followLink(
  database: Database,
  { token, purpose, via }: FollowedLink,
): Promise<boolean> {
  const statement = 'select from waitlist.follow_link($1, $2, $3) as done where done';
  return (await database.query(statement, [hashOfToken(token), purpose, via])).length > 0;
}

/** What the links of a list do. Once its keys have been read, foreign links are refused even while the database is away. */
export interface Links {
  /** Whether the token is one of this list. It does not say whether the link is still there. @throws DatabaseUnavailable */
  isOurs(token: string): Promise<boolean>;

  /** Does what the link is for, as followLink does. @throws DatabaseUnavailable */
  follow(link: FollowedLink): Promise<boolean>;
}

/** The links of a list. */
export function openLinks(database: Database): Links {
  return {
    isOurs: async (token) => shape.test(token) && isOurToken(token, await readLinkKeys(database)),
    follow: (link) => followLink(database, link),
  };
}

/**
 * Gives `work` links of a person that work, and takes them away afterwards.
 * @param email the address of somebody on the list
 * @throws DatabaseUnavailable; what `work` throws
 */
export async function withLinksOf<Purpose extends LinkPurpose, Result>(
  database: Database,
  email: string,
  purposes: readonly Purpose[],
  work: (tokens: Record<Purpose, string>) => Promise<Result>,
): Promise<Result> {
  const tokens = newTokens(purposes, await readLinkKeys(database));
  const hashes = purposes.map((purpose) => hashOfToken(tokens[purpose]));
  await database.query(
    `insert into waitlist.email_links (hash, entry_id, purpose)
     select decode(given.hash, 'hex'), entries.id, given.purpose
       from unnest($1::text[], $2::text[]) as given (hash, purpose), waitlist.entries
      where canonical = waitlist.canonical_of($3)`,
    [hashes, purposes, email],
  );
  try {
    return await work(tokens);
  } finally {
    await database.query(
      `delete from waitlist.email_links using unnest($1::text[]) as given (token_hash)
        where hash = decode(token_hash, 'hex')`,
      [hashes],
    );
  }
}
