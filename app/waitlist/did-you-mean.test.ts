import { expect, test } from 'vitest';
import { meantAddress } from './did-you-mean.ts';

const slips =
  `gmial.com gamil.com gmai.com gmail.co gmail.con gmail.cmo gmaill.com gmailcom gnail.com gmail.com. GMIAL.com
  hotmial.com hotmail.co outlok.com yahooo.com yaho.com iclod.com hotmail.co.uj yahoo.couk`.split(/\s+/);

test.each(slips)('amina@%s was meant for a provider that is one slip away', (domain) => {
  expect(meantAddress(`amina@${domain}`)).toMatch(/^amina@(gmail|hotmail|outlook|yahoo|icloud)\.co(m|\.uk)$/);
});

const right =
  `gmail.com Gmail.com mail.com ymail.com yahoo.co.in hotmail.fi example.org masjid.example gmail gmail.de
  yahoo.gr googlemail.com`.split(/\s+/);

test.each(right)('nothing is offered for amina@%s', (domain) => {
  expect(meantAddress(`amina@${domain}`)).toBeUndefined();
});

test('white space goes, what stands before the @ stays as it was typed', () => {
  expect(meantAddress(' Amina+news@gmial.com ')).toBe('Amina+news@gmail.com');
  expect(meantAddress('gmial.com')).toBeUndefined();
  expect(meantAddress('')).toBeUndefined();
});
