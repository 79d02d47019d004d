import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import type { Database } from '../../database/database.ts';
import { readAnnouncementWords, readReach } from '../../mail/announcements.ts';
import { createComposer, type Sender } from '../../mail/compose.ts';
import { announcementWords } from '../../mail/fill-emails.ts';
import { linkTo, newToken, readLinkKey } from '../../mail/links.ts';
import { connectToMailServer, type MailServer } from '../../mail/mail-server.ts';
import { readSettings } from '../../server/settings.ts';
import { defineListCommand } from '../command.ts';
import { tryFetch } from '../doctor/settings.ts';
import { drawTable, startProgress, withCommas } from '../terminal.ts';
import { mustFind, timeFor } from './send.ts';

/** A mail server on loopback that takes everything: how often each address got one, and the links of all emails. */
async function startInbox() {
  // Imported only here: no other command needs it.
  const { SMTPServer } = await import('smtp-server');
  const taken = new Map<string, number>();
  const links = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      const { html = '' } = await PostalMime.parse(await buffer(stream));
      for (const { address } of envelope.rcptTo) taken.set(address, (taken.get(address) ?? 0) + 1);
      // Everybody's own links are the same pages.
      for (const [, link = ''] of html.matchAll(/ href="(https?:[^"]+)"/g))
        links.add(link.replaceAll('&amp;', '&').replace(/\?t=[\da-f]{48}$/, `?t=${'0'.repeat(24)}`));
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { address: { host: '127.0.0.1', port, secure: false, requireTLS: false }, taken, links, server };
}

/** The status of a link's answer, or why there is none. */
async function ask(link: string, method: 'GET' | 'HEAD') {
  const answer = await tryFetch(link, { method, redirect: 'follow' });
  return typeof answer === 'string' ? answer : String(answer.status);
}

/** Sends an announcement to whoever is named, with links that are nobody's. @throws as readAnnouncementWords */
export async function trialOf(database: Database, name: string, sender: Sender) {
  const template = await readAnnouncementWords(database, name);
  const key = await readLinkKey(database);
  const compose = createComposer(sender);
  return async (server: MailServer, email: string) => {
    const own = { email, tokens: { leave: newToken(key), place: newToken(key) } };
    const words = announcementWords(template, own, sender.siteUrl);
    const messageId = randomUUID().replaceAll('-', '');
    const unsubscribe = linkTo(sender.siteUrl, 'leave', own.tokens.leave);
    const { problem } = await server.send(await compose({ messageId, email, words, unsubscribe }));
    if (problem) throw problem;
  };
}

export const rehearseCommand = defineListCommand({
  name: 'rehearse <name>',
  summary:
    'write the email to each recipient into a mail server of its own, and ask each link in it; nothing is sent',
  notes: `Says how many get it, how long it takes at its rate, whether anybody would get it twice, and what each link answers to GET and HEAD.
The exit code is 1 when somebody would get it twice or a link does not answer with 200.`,
  examples: ['announce rehearse launch'],
  fields: 'name, recipients, time, twice, links',
  async run({ terminal, database, args: [name = ''] }) {
    const { mail } = readSettings(terminal.env);
    if (!mail) throw new Error('SMTP_URL is not set: nobody would be sent anything.');
    const announcement = await mustFind(database, name);
    const send = await trialOf(database, name, mail.sender);
    const { recipients } = await readReach(database, announcement);
    const inbox = await startInbox();
    const progress = startProgress(terminal, 'Rehearsing');
    // An hour for everybody's.
    const server = await connectToMailServer(inbox.address, AbortSignal.timeout(3_600_000));
    const writeTo = async (emails: string[]) => {
      for (const email of emails) await send(server, email);
      progress.reach(inbox.taken.size, Math.max(recipients, inbox.taken.size));
    };
    try {
      await readReach(database, announcement, { each: writeTo });
    } finally {
      progress.end();
      server.close();
      inbox.server.close();
    }
    const links = await Promise.all(
      [...inbox.links].map(async (link) => {
        return { link, GET: await ask(link, 'GET'), HEAD: await ask(link, 'HEAD') };
      }),
    );
    const twice = [...inbox.taken.values()].filter((times) => times > 1).length;
    const time = await timeFor(database, announcement.rate, inbox.taken.size);
    const rows = { recipients: withCommas(inbox.taken.size), time, 'would get it twice': withCommas(twice) };
    const table = Object.entries(rows).map(([what, value]) => ({ what, value }));
    return {
      data: { name, recipients: inbox.taken.size, time, twice, links },
      text: `${drawTable(table)}${links.length > 0 ? drawTable(links) : ''}`,
      hasFindings: twice > 0 || links.some(({ GET, HEAD }) => GET !== '200' || HEAD !== '200'),
    };
  },
});
