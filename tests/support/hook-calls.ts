import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { HookSettings } from '../../mail/hooks/open-hooks.ts';
import { makeRsaCertificate } from './certificate.ts';
import { testFolder } from './databases.ts';

/** What a test changes of a call that is right. */
export interface CallChanges {
  /** Seconds that have passed since it was signed. */
  age?: number;
  /** Fields of a message of Amazon SNS, before it is signed; undefined leaves one out. */
  sns?: Record<string, string | undefined>;
}

/** Signs a call's text as the provider does. */
type MakeCall = (text: string, changes?: CallChanges) => { body: string; headers: Record<string, string> };

const topic = 'arn:aws:sns:eu-west-1:123456789012:bounces';
const certificateUrl = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem';
const password = 'a-password-of-the-tests';
const resendSecret = Buffer.from('a secret of the tests, 32 bytes.');
const sender = 'salam@bukoor.example';

/** The four providers, each with keys of this test: the settings of their hooks, and who makes their calls. */
export function makeProviders() {
  const amazon = makeRsaCertificate(testFolder());
  const sendgrid = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** The addresses that were asked at Amazon. */
  const asked: string[] = [];
  const settings: HookSettings = {
    ses: topic,
    postmark: password,
    resend: { secret: `whsec_${resendSecret.toString('base64')}`, sender },
    sendgrid: sendgrid.publicKey,
  };

  /** What stands for Amazon. */
  async function fetch(url: string): Promise<Response> {
    asked.push(url);
    return new Response(url === certificateUrl ? amazon.certificate : '<ConfirmSubscriptionResponse/>');
  }

  const seconds = (age = 0) => `${Math.floor(Date.now() / 1000) - age}`;

  const ses: MakeCall = (text, { age = 0, sns = {} } = {}) => {
    const message: Record<string, string | undefined> = {
      Type: 'Notification',
      MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
      TopicArn: topic,
      Subject: 'Amazon SES Email Event Notification',
      Message: text,
      Timestamp: new Date(Date.now() - age * 1000).toISOString(),
      SignatureVersion: '1',
      SigningCertURL: certificateUrl,
      ...sns,
    };
    const isNotification = message.Type === 'Notification';
    const signedFields = isNotification
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
    if (!isNotification) delete message.Subject;
    const toSign = signedFields
      .filter((field) => message[field] !== undefined)
      .map((field) => `${field}\n${message[field]}\n`)
      .join('');
    const hash = message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1';
    const signature = sign(hash, Buffer.from(toSign), amazon.key).toString('base64');
    return {
      body: JSON.stringify({ ...message, Signature: signature }),
      headers: { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': message.Type ?? '' },
    };
  };

  const postmark: MakeCall = (body) => ({
    body,
    headers: { authorization: `Basic ${Buffer.from(`hook:${password}`).toString('base64')}` },
  });

  const resend: MakeCall = (body, { age } = {}) => {
    const [id, time] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', seconds(age)];
    const signature = createHmac('sha256', resendSecret).update(`${id}.${time}.${body}`).digest('base64');
    // While a secret is replaced there are two.
    const signatures = `v1,${Buffer.alloc(32).toString('base64')} v1,${signature}`;
    return { body, headers: { 'svix-id': id, 'svix-timestamp': time, 'svix-signature': signatures } };
  };

  const sendgridCall: MakeCall = (body, { age } = {}) => {
    const time = seconds(age);
    const signature = sign('sha256', Buffer.from(time + body), sendgrid.privateKey).toString('base64');
    return {
      body,
      headers: {
        'x-twilio-email-event-webhook-timestamp': time,
        'x-twilio-email-event-webhook-signature': signature,
      },
    };
  };

  const calls: Record<keyof HookSettings, MakeCall> = { ses, postmark, resend, sendgrid: sendgridCall };
  return { settings, fetch, asked, calls };
}
