import { readFileSync } from 'node:fs';
import { site } from '../../content/site.ts';

const specification = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8');
const onOneLine = specification.replaceAll(/\s+/g, ' ');

/** The rows of the table of messages, each as its cells. */
const messages = [...specification.matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm)].map((row) => row.slice(1));

/** What stands between two phrases. Throws where they do not stand there any more. */
function between(before: string, after: string): string {
  const [, rest = ''] = onOneLine.split(before);
  const end = rest.indexOf(after);
  if (end <= 0) throw new Error(`docs/specification.md does not say “${before}… ${after}”.`);
  return rest.slice(0, end);
}

/** A message by its first cell. Throws where there is none. */
function message(when: string): { title: string; text: string } {
  const [, title, text] = messages.find(([first]) => first === when) ?? [];
  if (!title || !text) throw new Error(`docs/specification.md has no message for “${when}”.`);
  return { title: title.replace('*name*', site.name), text: text.replace(/^.* or else: /, '') };
}

/** What docs/specification.md fixes and several tests need, read from it. specified.test.ts has the rest. */
export const spec = {
  sources: between('heard of us: ', ', sent with exactly this spelling').split(/, | or /),
  categories: between('Categories, in this order: ', ';').split(', '),
  fieldsOfCalls: between('Both send ', '. Both answer'),
  emailRequired: message('no email'),
  sourceRequired: message('no source'),
  joined: message('joined'),
  failed: message('failed'),
};
