import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const template = z.strictObject({
  subject: z.string().min(1),
  html: z.string().min(1),
  text: z.string().min(1),
});

/** The kinds that this program can write: an email of another kind waits for a program that knows it. Rows of waitlist.email_kinds. */
export const emailKinds = ['asking', 'reminder', 'announcement', 'change', 'moved', 'moved-here'] as const;

export type EmailKind = (typeof emailKinds)[number];

/** Emails as rendered by the build, with slots for a person's own facts and for an announcement's words. */
const templates = z.record(z.enum(emailKinds), template);

export type EmailTemplate = z.infer<typeof template>;
export type EmailTemplates = z.infer<typeof templates>;

/** Next to the pages' manifest, in a folder that is never served. */
export const templatesFile = '.vite/emails.json';

/** @param folder the build's output folder @throws Error that says what to run */
export async function readTemplates(folder = 'dist'): Promise<EmailTemplates> {
  const file = join(folder, templatesFile);
  try {
    return templates.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new Error(`The emails' texts in ${file} cannot be used. Run "npm run build" again.`, { cause });
  }
}
