import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Database } from '../../database/database.ts';
import { readAnnouncementWords } from '../../mail/announcements.ts';
import { countAudience } from '../../mail/audience.ts';
import { createComposer, type Sender } from '../../mail/compose.ts';
import { unsubscribeLink, wordsFor } from '../../mail/fill-emails.ts';
import {
  type LinkHome,
  linksOfAnnouncement,
  newTokens,
  readLinkKeys,
  withLinksOf,
} from '../../mail/links.ts';
import { connectToMailServer, type MailServer } from '../../mail/mail-server.ts';
import { tryFetch } from '../../server/checks/try-fetch.ts';
import { readSettings } from '../../server/settings.ts';
import { defineListCommand } from '../command.ts';
import { existingAnnouncement } from '../existing-announcement.ts';
import { drawTable, startProgress, withCommas } from '../terminal.ts';
import { durationInWords } from './show.ts';

/** Starts a mail server on loopback that takes everything and counts the emails to each address. */
async function startInbox() {
  // Imported only here: no other command needs it.
  const { SMTPServer } = await import('smtp-server');
  const taken = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      for (const { address } of envelope.rcptTo) taken.set(address, (taken.get(address) ?? 0) + 1);
      stream.on('end', done).resume();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { address: { host: '127.0.0.1', port, secure: false, requireTLS: false }, taken, server };
}

/** Returns a function that sends an announcement to one address, with links that belong to nobody. Throws as readAnnouncementWords. */
export async function createTrialSender(database: Database, name: string, sender: Sender) {
  const template = await readAnnouncementWords(database, name);
  const keys = await readLinkKeys(database);
  const compose = createComposer(sender);
  return async (server: MailServer, address: string) => {
    const tokens = newTokens(linksOfAnnouncement, keys);
    const words = wordsFor(template, { address, tokens }, sender);
    const unsubscribe = unsubscribeLink({ links: linksOfAnnouncement, tokens }, sender);
    const messageId = randomUUID().replaceAll('-', '');
    const { error } = await server.send(await compose({ messageId, address, words, unsubscribe }));
    if (error) throw error;
  };
}

/** An address for documentation (RFC 2606), so that no page learns a recipient's address. */
const example = 'somebody@example.org';

/**
 * Asks each page that the announcement links to, once. Links to our own pages get tokens of a recipient for that moment, because these
 * pages answer no other token.
 * @returns each link with the status of its answer, or why there was none
 */
async function askLinks(database: Database, name: string, home: LinkHome, recipient: string) {
  const template = await readAnnouncementWords(database, name);
  return withLinksOf(database, recipient, linksOfAnnouncement, async (tokens) => {
    const { html } = wordsFor(template, { address: example, tokens }, home);
    const found = [...html.matchAll(/ href="(https?:[^"]+)"/g)];
    const links = new Set(found.map(([, link = '']) => link.replaceAll('&amp;', '&')));
    return Promise.all(
      [...links].map(async (link) => {
        const answer = await tryFetch(link, { redirect: 'follow' });
        const shown = link.replace(/[?#]t=[0-9a-f]+$/, '');
        return { link: shown, answer: typeof answer === 'string' ? answer : String(answer.status) };
      }),
    );
  });
}

export const rehearseCommand = defineListCommand({
  name: 'rehearse <name>',
  summary: 'write the email to each recipient into a mail server of its own; nothing is sent',
  notes: `Says how many people get it, how long that takes, and whether anybody would get it twice. It also asks each page that the email links to. In these links ${example} stands for the recipient.
The exit code is 1 when somebody would get it twice or a page does not answer with 200.`,
  examples: ['announce rehearse launch'],
  fields: 'name, recipients, time, twice, links',
  async run({ terminal, database, args: [name = ''] }) {
    const { mail } = readSettings(terminal.env);
    if (!mail) throw new Error('SMTP_URL is not set: nobody would be sent anything.');
    const announcement = await existingAnnouncement(database, name);
    const send = await createTrialSender(database, name, mail.sender);
    const { recipients } = await countAudience(database, announcement);
    const inbox = await startInbox();
    const progress = startProgress(terminal, 'Rehearsing');
    // An hour for all emails together.
    const server = await connectToMailServer(inbox.address, AbortSignal.timeout(3_600_000));
    let recipient: string | undefined;
    const writeTo = async (emails: string[]) => {
      for (const email of emails) await send(server, email);
      recipient ??= emails[0];
      progress.show(inbox.taken.size, Math.max(recipients, inbox.taken.size));
    };
    try {
      await countAudience(database, announcement, { each: writeTo });
    } finally {
      progress.end();
      server.close();
      inbox.server.close();
    }
    const links = recipient === undefined ? [] : await askLinks(database, name, mail.sender, recipient);
    const twice = [...inbox.taken.values()].filter((times) => times > 1).length;
    const time = await durationInWords(database, announcement.rate, inbox.taken.size);
    const rows = { recipients: withCommas(inbox.taken.size), time, 'would get it twice': withCommas(twice) };
    const table = Object.entries(rows).map(([what, value]) => ({ what, value }));
    return {
      data: { name, recipients: inbox.taken.size, time, twice, links },
      text: `${drawTable(table)}${links.length > 0 ? drawTable(links) : ''}`,
      hasFindings: twice > 0 || links.some(({ answer }) => answer !== '200'),
    };
  },
});
