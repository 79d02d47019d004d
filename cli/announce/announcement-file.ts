import { z } from 'zod';
import { parseFrontMatter } from '../../build/articles/front-matter.ts';
import { announcementSlots } from '../../mail/own-words.ts';

const fields = z.strictObject({
  subject: z.string('must be there').min(1).max(120),
  /** What an inbox shows beside the subject. */
  preheader: z.string().min(1).max(150).optional(),
});

export interface AnnouncementFile {
  subject: string;
  preheader: string | undefined;
  /** Markdown. */
  body: string;
  /** Whether somewhere in it each person's own code stands. */
  hasCode: boolean;
}

/**
 * Reads an announcement: front matter with a subject and, if wanted, a preheader; then Markdown.
 * @param file its name, for the message
 * @throws Error at the first mistake, naming file and line
 */
export function readAnnouncementFile(file: string, text: string): AnnouncementFile {
  const mistakeOn = (line: number, mistake: string) => new Error(`${file}, line ${line}: ${mistake}`);
  const { frontMatter, body } = parseFrontMatter(text, fields, mistakeOn);
  for (const [index, line] of text.split('\n').entries()) {
    for (const [written, name] of line.matchAll(/\{\{([^}]*)\}?\}?/g)) {
      if (announcementSlots.some((slot) => written === `{{${slot}}}`)) continue;
      throw mistakeOn(
        index + 1,
        `there is no {{${name}}}. There are: ${announcementSlots.map((slot) => `{{${slot}}}`).join(', ')}.`,
      );
    }
  }
  if (body.trim() === '') throw mistakeOn(1, 'there is nothing under the front matter.');
  return { ...frontMatter, preheader: frontMatter.preheader, body, hasCode: text.includes('{{code}}') };
}
