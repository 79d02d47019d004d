import { expect, test } from 'vitest';
import { compileAnnouncement } from './compile.ts';

const frame = {
  subject: '{{subject}}',
  html: '<i>{{preheader}}</i><title>{{preheader}}</title>{{body}}<a href="{{leave}}">',
  text: '{{body}}\n--\n{{leave}}',
};

const compile = (body: string, front = 'subject: News') =>
  compileAnnouncement('news.md', `---\n${front}\n---\n${body}`, frame);

test('Markdown becomes HTML in the email’s style, and plain text; a slot stays one, in a URL too', () => {
  const { subject, html, text } = compile(
    '## Salam\n\n`{{email}}` **in** [here](https://a.example/?for={{email}}).',
  );
  expect(subject).toBe('News');
  const { html: own } = compile('a <script>b()</script><p onclick="c()" style="color:red">d</p>');
  expect(own, 'the author’s own markup').not.toMatch(/script|onclick|red/);
  expect(html).toMatch(/<h2 style="[^"]+" class="ink">Salam<\/h2>/);
  expect(html).toMatch(
    /<a style="[^"]+" class="link" href="https:\/\/a\.example\/\?for=\{\{email\}\}">here<\/a>/,
  );
  expect(text).toBe('Salam\n\n{{email}} in here https://a.example/?for={{email}}.\n--\n{{leave}}');
});

test.for([
  ['a preheader', 'Salam all.', 'subject: News\npreheader: A & <b>', 'A &amp; &lt;b&gt;'],
  ['or the beginning of the words', 'Salam $& all.', 'subject: News', 'Salam $&amp; all.'],
] as const)('an inbox shows %s after the subject', ([, body, front, shown]) => {
  expect(compile(body, front).html).toContain(`<i>${shown}</i><title>${shown}</title>`);
});

test.for([
  ['{{email}}', 119],
  ['{{email}}', 113],
  ['𝒜', 119],
] as const)('the beginning of the words never ends in the middle of %s', ([last, before]) => {
  const words = 'a'.repeat(before);
  const [, preheader] = /^<i>(.*?)<\/i>/.exec(compile(`${words}${last} and more`).html) ?? [];
  expect([words, `${words}${last}`]).toContain(preheader);
});

test.for([
  ['a {{name}}', /^news\.md, line 4: there is no \{\{name\}\}\. There are: \{\{email\}\}/],
  ['![a](https://b.example/c.png)', /^An email shows no pictures/],
  ['[a](/blog)', /^A link in an email must begin with https:\/\/ or mailto:, unlike \/blog\.$/],
  ['', /nothing under the front matter/],
] as const)('%s is refused with a sentence', ([body, message]) => {
  expect(() => compile(body)).toThrow(message);
  expect(() => compile(body, 'preheader: News')).toThrow('news.md, line 1: subject: must be there');
});
