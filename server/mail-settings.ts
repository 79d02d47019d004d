import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Sender } from '../mail/compose.ts';
import { readSmtpAddress, type SmtpAddress } from '../mail/smtp-address.ts';

export interface MailSettings {
  smtp: SmtpAddress;
  sender: Sender;
}

const smtpAddress = z.string().transform((text, context) => {
  const address = readSmtpAddress(text);
  if (address) return address;
  context.addIssue({
    code: 'custom',
    message: 'must be a mail server such as smtp://user:password@host:587 or smtps://user:password@host:465',
  });
  return z.NEVER;
});

/** RSA, because every receiver checks it and nodemailer signs with it. */
const privateKeyFile = z.string().transform((file, context) => {
  try {
    const privateKey = readFileSync(file, 'utf8');
    if (createPrivateKey(privateKey).asymmetricKeyType === 'rsa') return privateKey;
  } catch {
    // Neither the reason nor the key belongs in a message: the one below says what is required.
  }
  context.addIssue({ code: 'custom', message: 'must be the name of a file with an RSA private key in PEM' });
  return z.NEVER;
});

/** The settings for sending emails, by their environment names. */
export const mailFields = {
  SMTP_URL: smtpAddress.optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[\w.+-]+@([a-z\d-]+\.)+[a-z\d-]+$/i, 'must be an email address alone, such as salam@example.org')
    .optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z\d.-]+$/i, 'must be a name of letters, digits, dots and dashes')
    .optional(),
  DKIM_KEY_FILE: privateKeyFile.optional(),
};

type MailValues = z.output<z.ZodObject<typeof mailFields>> & { SITE_URL?: string | undefined };

/** The settings that sending needs; undefined without SMTP_URL. */
export function mailSettings(values: MailValues): MailSettings | undefined {
  const { SMTP_URL: smtp, MAIL_FROM: from, SITE_URL: siteUrl } = values;
  const { DKIM_SELECTOR: selector, DKIM_KEY_FILE: privateKey } = values;
  if (smtp === undefined || from === undefined || siteUrl === undefined) return undefined;
  const dkim = selector === undefined || privateKey === undefined ? undefined : { selector, privateKey };
  return { smtp, sender: { from, siteUrl, dkim } };
}

/** Reports settings that are missing beside the ones that need them. */
export const checkMailSettings: z.core.CheckFn<MailValues> = ({ value, issues }) => {
  const need = (name: keyof MailValues, why: string) => {
    if (value[name] === undefined)
      issues.push({ code: 'custom', path: [name], message: why, input: undefined });
  };
  if (value.SMTP_URL !== undefined) {
    need('MAIL_FROM', 'must be set with SMTP_URL: the address that emails come from');
    need('SITE_URL', 'must be set with SMTP_URL: the links in emails lead there');
  }
  if (value.DKIM_SELECTOR !== undefined) need('DKIM_KEY_FILE', 'must be set with DKIM_SELECTOR');
  if (value.DKIM_KEY_FILE !== undefined) need('DKIM_SELECTOR', 'must be set with DKIM_KEY_FILE');
};
