import { z } from 'zod';
import { parseFrontMatter } from '../../build/articles/front-matter.ts';
import { announcementSlots } from '../../mail/own-words.ts';

const fields = z.strictObject({
  subject: z.string('must be there').min(1).max(120),
  /** The text that an inbox shows after the subject. */
  preheader: z.string().min(1).max(150).optional(),
});

export interface AnnouncementFile {
  subject: string;
  preheader: string | undefined;
  /** Markdown. */
  body: string;
}

/**
 * Parses an announcement: front matter with a subject and an optional preheader, then Markdown.
 * @param file its name, for error messages
 * @throws Error that names the file and the line of the first mistake
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
  return { ...frontMatter, preheader: frontMatter.preheader, body };
}
