import { joinAll, setLimit } from '../tests/support/emails.ts';
import { startSecureInbox } from '../tests/support/smtp.ts';
import { mailFunctionKey, startHostedSupabase } from '../tests/support/supabase.ts';
import { openForServer } from '../waitlist/list/open-list.ts';
import { median } from './median.ts';

const calls = 5;

/** As many as one call sends. */
const emailsOfACall = 100;

/** Supabase gives a request this much. */
const secondsGiven = 2;

const inbox = await startSecureInbox();
const hosted = await startHostedSupabase('https://bukoor.example', [], {
  SMTP_URL: inbox.url,
  MAIL_FROM: 'salam@bukoor.example',
  authority: inbox.authority,
});
if (!hosted) throw new Error('This machine lacks what a hosted Supabase needs: see what npm test skips.');
try {
  const database = await openForServer({ databaseUrl: hosted.ownerUrl });
  await setLimit(database, 'asking-emails-an-hour', calls * emailsOfACall);
  const mail = await hosted.start('waitlist-mail');
  const ask = (method: string) =>
    fetch(`${mail.url}/functions/v1/waitlist-mail`, {
      method,
      headers: { authorization: `Bearer ${mailFunctionKey}` },
    });
  // It loads what it needs before it is measured: the limit holds for each request.
  await ask('GET');
  const seconds: number[] = [];
  for (let turn = 0; turn < calls; turn += 1) {
    const people = Array.from({ length: emailsOfACall }, (_, index) => `p${turn}n${index}@bench.example`);
    await joinAll(database, people);
    const before = mail.processorSeconds();
    await ask('POST');
    seconds.push(mail.processorSeconds() - before);
  }
  if (inbox.emails.length !== calls * emailsOfACall)
    throw new Error(`Only ${inbox.emails.length} emails came.`);
  console.log('| a call of `waitlist-mail`, 100 emails | processor time, median | at most | given |');
  console.log(
    `| ${calls} calls | ${median(seconds).toFixed(2)} s | ${Math.max(...seconds).toFixed(2)} s | ${secondsGiven} s |`,
  );
  await mail.stop();
  await database.close();
} finally {
  await hosted.stop();
  await inbox.stop();
}
