import PostalMime from 'postal-mime';
import { expect } from 'vitest';
import { openBothDatabases } from '../tests/support/databases.ts';
import { createJoin } from '../waitlist/join.ts';
import { findPerson, importPeople } from '../waitlist/people.ts';
import { pauseSending, readSending, resumeSending } from '../waitlist/sending.ts';
import { findAnnouncement, planAnnouncement, readAnnouncementWords } from './announcements.ts';
import { createComposer } from './compose.ts';

const { test } = await openBothDatabases();
const compose = createComposer({ from: 'salam@example.org', siteUrl: 'https://example.org' });

test('U+2028 and U+2029, at which some readers end a line, are no part of an address or a source, and elsewhere kept', async (database) => {
  const join = createJoin({ database });
  const joined = async (email: string, source = 'Masjid') => {
    const answer = await join({ email, source, client: '' });
    return answer.success ? (await findPerson(database, email))?.entries?.[0]?.email : answer.refusal;
  };
  for (const end of ['\u2028', '\u2029']) {
    const text = `a${end}b`;
    const words = { subject: text, html: text, text };
    await pauseSending(database, text);
    const audience = { toUnconfirmed: false, source: text, first: null };
    await planAnnouncement(database, { name: text, words, ...audience, rate: 1 });
    const facts = { messageId: 'f'.repeat(32), email: 'amina@line.example', words, tokens: { leave: 't' } };
    const { raw } = await compose(facts);
    const email = await PostalMime.parse(raw);
    expect({
      'round an email': await joined(`${end}round@line.example${end}`),
      'after a domain': await joined(`a@büro.example${end}`),
      'in an email': await joined(`wit${end}hin@line.example`),
      'in a domain': await joined(`a@bü${end}ro.example`),
      'in a source': await joined('source@line.example', `Masjid${end}`),
      'in a file': await importPeople(database, [{ email: `${end}f@line.example`, source: end }], true),
      'in a reason': (await readSending(database)).pausedBecause,
      'in a name and a source of an announcement': await findAnnouncement(database, text),
      'in its words': await readAnnouncementWords(database, text),
      'in an email’s words': [email.subject, email.text?.trim(), email.html?.trim()],
      'in an email’s bytes': raw.some((byte) => byte > 127),
    }).toEqual({
      'round an email': 'round@line.example',
      'after a domain': 'a@xn--bro-hoa.example',
      'in an email': 'address',
      'in a domain': 'address',
      'in a source': 'source',
      'in a file': [expect.objectContaining({ canonical: 'f@line.example', error: expect.any(String) })],
      'in a reason': text,
      'in a name and a source of an announcement': expect.objectContaining({ name: text, source: text }),
      'in its words': words,
      'in an email’s words': [text, text, text],
      'in an email’s bytes': false,
    });
    await resumeSending(database);
  }
});
