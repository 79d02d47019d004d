import { z } from 'zod';
import { readSmtpAddress } from '../mail/smtp-address.ts';
import { whyPlainIsFine } from '../system/encryption.ts';
import { functionFields, settingNames } from './setting-fields.ts';
import {
  checkDatabaseUrl,
  checkTogether,
  parseSettings,
  type SettingName,
  type SettingNaming,
  type Settings,
  type SettingValues,
  settingsOf,
} from './settings.ts';

/** The settings that a function takes from a secret of another name, or from one that Supabase sets in every function. */
const secrets: Record<string, { secret: string; fallback?: string }> = {
  CA_FILE: { secret: 'CA_CERTIFICATE' },
  DKIM_KEY_FILE: { secret: 'DKIM_KEY' },
  DATABASE_URL: { secret: 'WAITLIST_DATABASE_URL', fallback: 'SUPABASE_DB_URL' },
  VITE_BACKEND_URL: { secret: 'VITE_BACKEND_URL', fallback: 'SUPABASE_URL' },
  BACKEND_ANON_KEY: { secret: 'BACKEND_ANON_KEY', fallback: 'SUPABASE_ANON_KEY' },
};

const secretOf = (setting: string): string => secrets[setting]?.secret ?? setting;

const functionNaming: SettingNaming = { nameOf: secretOf, manual: 'deploy/supabase.md' };

function secretFor(setting: string, env: NodeJS.Dict<string>): string | undefined {
  const own = env[secretOf(setting)];
  const fallback = secrets[setting]?.fallback;
  if (own || fallback === undefined) return own;
  return env[fallback];
}

/** Supabase closes the other ports of mail servers to its functions. */
const checkPort: z.core.CheckFn<SettingValues> = ({ value: { SMTP_URL, PRIVATE_HOSTS }, issues }) => {
  const smtp = SMTP_URL === undefined ? undefined : readSmtpAddress(SMTP_URL);
  if (!smtp || ![25, 587].includes(smtp.port)) return;
  if (whyPlainIsFine(smtp.host, { privateHosts: PRIVATE_HOSTS }) !== undefined) return;
  const message = `must begin with smtps:// and have port 465: Supabase lets its functions reach no mail server on port ${smtp.port}`;
  issues.push({ code: 'custom', path: ['SMTP_URL'], message, input: undefined });
};

/** The settings that every function reads. */
const settingsOfAll: readonly SettingName[] = [
  'DATABASE_URL',
  'PRIVATE_HOSTS',
  'CA_FILE',
  'SITE_URL',
  'ALLOWED_ORIGINS',
];

/** The settings that each function reads beside these. A mistake in a setting of one function must not stop another. */
const ownSettings = {
  'enhanced-waitlist': ['BACKEND_ANON_KEY'],
  'waitlist-links': settingNames.filter((name) => name.startsWith('HOOK_') || name === 'MAIL_FROM'),
  'waitlist-mail': [
    'MAIL_FUNCTION_KEY',
    'SMTP_URL',
    'MAIL_FROM',
    'DIGEST_TO',
    'DKIM_SELECTOR',
    'DKIM_KEY_FILE',
    'VITE_BACKEND_URL',
    'HOOK_POSTMARK_PASSWORD',
  ],
} satisfies Record<string, readonly SettingName[]>;

export type FunctionName = keyof typeof ownSettings;

/** The settings of a function, which needs the address of the site. */
export interface FunctionSettings extends Settings {
  siteUrl: string;
}

/**
 * Parses the secrets of a function on a hosted Supabase.
 * @throws Error naming every one that is wrong, never its value
 */
export function readFunctionSettings(name: FunctionName, env: NodeJS.Dict<string>): FunctionSettings {
  const names = [...settingsOfAll, ...ownSettings[name]];
  const given = Object.fromEntries(names.map((setting) => [setting, secretFor(setting, env)]));
  const schema = z
    .object(functionFields)
    .check(checkDatabaseUrl(functionNaming), checkTogether(functionNaming), checkPort);
  const settings = settingsOf(parseSettings(schema, given, functionNaming));
  const { siteUrl } = settings;
  if (siteUrl === undefined) throw new Error('The function needs the secret SITE_URL.');
  return { ...settings, siteUrl };
}
