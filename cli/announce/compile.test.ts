import { expect, test } from 'vitest';
import { fillTemplate } from '../../mail/fill-emails.ts';
import { compileAnnouncement } from './compile.ts';

const frame = {
  subject: '{{subject}}',
  html: '<i>{{preheader}}</i><title>{{preheader}}</title>{{body}}<a href="{{leave}}">',
  text: '{{body}}\n--\n{{leave}}',
};

const compile = (body: string, front = 'subject: News') =>
  compileAnnouncement('news.md', `---\n${front}\n---\n${body}`, frame);

test('Markdown becomes HTML in the email’s style, and plain text', () => {
  const { subject, html, text } = compile('## Salam\n\n`{{email}}` **in** [here](https://a.example/).');
  expect(subject).toBe('News');
  expect(html).toMatch(/<h2 style="[^"]+" class="ink">Salam<\/h2>/);
  expect(html).toMatch(/<a style="[^"]+" class="link" href="https:\/\/a\.example\/">here<\/a>/);
  expect(text).toBe('Salam\n\n{{email}} in here https://a.example/.\n--\n{{leave}}');
});

/** The same for one person, as it is sent. */
const filledEmail = (body: string) =>
  fillTemplate(compile(body), {
    email: 'a+b&c@d.example',
    leave: 'https://own.example/?t=1',
    place: 'https://own.example/?t=2',
  });

test('in a link a person’s address is encoded, and outside it is not', () => {
  const { html, text } = filledEmail('{{email}}: [in](https://a.example/?for={{email}}&from=list)');
  expect(html).toContain('a+b&amp;c@d.example: <a ');
  expect(html).toContain('href="https://a.example/?for=a%2Bb%26c%40d.example&amp;from=list"');
  expect(text).toContain('a+b&c@d.example: in https://a.example/?for=a%2Bb%26c%40d.example&from=list');
});

test('an address that looks like a slot fills none', () => {
  const email = '%7B%7Bleave%7D%7D{{place}}@d.example';
  const { text } = fillTemplate({ subject: '-', html: '-', text: '{{email}}' }, { email });
  expect(text).toBe(email);
});

test('a link may lead to the person’s own pages', () => {
  const { html, text } = filledEmail('[leave]({{leave}}) or [your place]({{place}})');
  expect(html).toContain('href="https://own.example/?t=1">leave</a>');
  expect(html).toContain('href="https://own.example/?t=2">your place</a>');
  expect(text).toContain('leave https://own.example/?t=1 or your place https://own.example/?t=2');
});

test('a bare web address or email address becomes a link', () => {
  const { html, text } = filledEmail('see www.a.example or https://b.example/?for={{email}} or c@d.example');
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
  const page = 'https://b.example/?for=a%2Bb%26c%40d.example';
  expect(links.slice(0, 3)).toEqual(['https://www.a.example', page, 'mailto:c@d.example']);
  expect(text).toContain(`see https://www.a.example or ${page} or c@d.example`);
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
  ['[a](https://b.example/%7b%7bname%7D%7D)', /^news\.md, line 4: there is no \{\{name\}\}/],
  ['a\n\n![a](https://b.example/c.png)', /^news\.md, line 6: an email shows no pictures/],
  [
    '[a](/blog)',
    /^news\.md, line 4: a link in an email must begin with https:\/\/ or mailto:, unlike \/blog\.$/,
  ],
  ['[a]({{email}})', /^news\.md, line 4: a link in an email must begin with/],
  [
    '`<a>`\n\na\n<a href="https://b.example">b</a>',
    /^news\.md, line 7: an email takes no HTML: write <a href/,
  ],
  ['> a\n> <br>', /^news\.md, line 5: an email takes no HTML: write <br> in Markdown/],
  ['- a\n- b\n  <img src="c.png">', /^news\.md, line 6: an email takes no HTML/],
  ['a\n\n<div>\nb\n</div>', /^news\.md, line 6: an email takes no HTML: write <div> in Markdown/],
  ['', /nothing under the front matter/],
] as const)('%s is refused with a sentence that names the line', ([body, message]) => {
  expect(() => compile(body)).toThrow(message);
  expect(() => compile(body, 'preheader: News')).toThrow('news.md, line 1: subject: must be there');
});
