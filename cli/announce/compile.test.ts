import { expect, test } from 'vitest';
import { compileAnnouncement, readAnnouncementFile } from './compile.ts';

const frame = {
  subject: '{{subject}}',
  html: '<i>{{preheader}}</i><title>{{preheader}}</title>{{body}}<a href="{{leave}}">',
  text: '{{body}}\n--\n{{leave}}',
};

const compile = (body: string, front = 'subject: News') =>
  compileAnnouncement(readAnnouncementFile('news.md', `---\n${front}\n---\n${body}`), frame);

test('Markdown becomes HTML in the email’s style, and plain text', () => {
  const { subject, html, text } = compile('## Salam\n\nIt is **open**: [come in](https://app.example/in).');
  expect(subject).toBe('News');
  expect(html).toMatch(/<h2 style="[^"]+" class="ink">Salam<\/h2>/);
  expect(html).toMatch(/<a href="https:\/\/app\.example\/in" style="[^"]+" class="link">come in<\/a>/);
  expect(text).toBe('Salam\n\nIt is open: come in https://app.example/in.\n--\n{{leave}}');
});

test('a code has its slot in the words and in a URL', () => {
  const { html, text } = compile('`{{email}}`, or <https://app.example/in?for={{email}}>');
  expect(html).toContain('>{{email}}</code>');
  expect(html).toContain('href="https://app.example/in?for={{email}}"');
  expect(text).toContain('{{email}}, or https://app.example/in?for={{email}}');
});

test('an inbox shows the preheader after the subject, or else the beginning of the words', () => {
  expect(compile('Salam all.', 'subject: News\npreheader: A & <b>').html).toMatch(
    /^<i>A &amp; &lt;b&gt;<\/i>/,
  );
  expect(compile('Salam $& all.').html).toMatch(
    /^<i>Salam \$&amp; all\.<\/i><title>Salam \$&amp; all\.<\/title>/,
  );
});

test.for([
  ['a slot', '{{email}}', 119],
  ['a slot', '{{email}}', 113],
  ['a character', '𝒜', 119],
] as const)('the beginning of the words never ends in the middle of %s', ([, last, before]) => {
  const words = 'a'.repeat(before);
  const [, preheader] = /^<i>(.*?)<\/i>/.exec(compile(`${words}${last} and more`).html) ?? [];
  expect([words, `${words}${last}`]).toContain(preheader);
});

test('the author’s own markup is removed', () => {
  expect(compile('a <script>b()</script><p onclick="c()" style="color:red">d</p>').html).not.toMatch(
    /script|onclick|red/,
  );
});

test.for([
  ['a {{name}}', /^news\.md, line 4: there is no \{\{name\}\}\. There are: \{\{email\}\}/],
  ['a {{ code }}', /line 4: there is no \{\{ code \}\}/],
  ['![a](https://b.example/c.png)', /^An email shows no pictures/],
  ['[a](/blog)', /^A link in an email must begin with https:\/\/ or mailto:, unlike \/blog\.$/],
  ['', /nothing under the front matter/],
] as const)('%s is refused with a sentence', ([body, message]) => {
  expect(() => compile(body)).toThrow(message);
});

test('front matter without a subject is refused, with its line number', () => {
  expect(() => readAnnouncementFile('news.md', '---\npreheader: News\n---\na')).toThrow(
    'news.md, line 1: subject: must be there',
  );
});
