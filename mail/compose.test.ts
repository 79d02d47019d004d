import { expect, test } from 'vitest';
import { createComposer } from './compose.ts';

const facts = {
  messageId: '0123456789abcdef0123456789abcdef',
  address: 'amina@one.example',
  words: { subject: 'Salam', text: 'Salam' },
};

test('an email says its name in a header of Postmark’s, and only if Postmark reports bounces', async () => {
  for (const viaPostmark of [true, false, undefined]) {
    const { raw } = await createComposer({ from: 'salam@bukoor.example', viaPostmark })(facts);
    const headers = raw
      .toString()
      .split('\r\n')
      .filter((line) => /^x-pm-/i.test(line));
    expect(headers).toEqual(viaPostmark ? [`X-Pm-Metadata-Message: ${facts.messageId}`] : []);
  }
});
