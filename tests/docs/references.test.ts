import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { waitlistProgram } from '../../cli/index.ts';
import { mailProgram } from '../../cli/mail.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Generated folders, and no source. */
const generated = new Set(['node_modules', 'dist', 'data']);

/** Everything that may cite a document, as [path, text]. */
const files = readdirSync(root)
  .filter((name) => !generated.has(name) && !name.startsWith('.') && name !== 'package-lock.json')
  .flatMap((name) =>
    /\.\w+$/.test(name) ? [name] : globSync(`${name}/**/*.{ts,tsx,mjs,js,css,sql,md}`, { cwd: root }),
  )
  .filter((path) => /\.(ts|tsx|mjs|js|css|sql|md)$/.test(path))
  .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')] as const);

/** The schema, all files in one text. */
const schema = files
  .filter(([path]) => path.startsWith('supabase/migrations/'))
  .map(([, text]) => text)
  .join('\n');

const decisions = readdirSync(join(root, 'docs/decisions')).sort();
const numbers = decisions.map((name) => Number(name.slice(0, 4)));

/** Anchors as GitHub generates them: lower case, a hyphen for each space, otherwise only letters, digits and hyphens. */
const anchorsOf = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Whether a document is there, with the section that is named after the #. */
function isThere(path: string): boolean {
  const [file = '', anchor] = path.split('#');
  if (!existsSync(join(root, file))) return false;
  return anchor === undefined || anchorsOf(readFileSync(join(root, file), 'utf8')).includes(anchor);
}

/** Every match of the first group that fails the check, with the file it stands in. */
function broken(pattern: RegExp, isRight: (cited: string, path: string) => boolean): string[] {
  return files.flatMap(([path, text]) =>
    [...text.matchAll(pattern)]
      .filter(([, cited = '']) => !isRight(cited, path))
      .map(([, cited]) => `${path}: ${cited}`),
  );
}

test('every document that code or a document names is there, with the section it names', () => {
  expect(files.length).toBeGreaterThan(300);
  expect(broken(/(?<![\w/.])(docs\/[\w/-]+\.\w+(?:#[\w-]+)?)/g, isThere)).toEqual([]);
});

test('every link of a document leads to a file, and to a section of it', () => {
  // A slot of an announcement stands for an address.
  const links = /\]\((?!https?:|mailto:|\{\{)([^)\s]+)\)/g;
  expect(
    broken(links, (cited, path) => {
      if (!path.endsWith('.md') || path.startsWith('content/')) return true;
      return isThere(cited.startsWith('#') ? `${path}${cited}` : join(dirname(path), cited));
    }),
  ).toEqual([]);
});

/** The files that CONTRIBUTING's recipes make. */
const filesOfRecipes = ['content/pages/hajj.ts', 'app/pages/hajj/hajj.tsx', 'content/emails/next-steps.ts'];
/** The link that deploy/README.md has an owner make on the server. */
const madeOnServer = 'deploy/node';

/** The change log tells of what is gone. */
const tellsOfToday = (path: string) => path.endsWith('.md') && path !== 'CHANGELOG.md';

test('every file and folder that a document writes as code is there', () => {
  const folders =
    'app|bench|build|cli|content|database|deploy|docs|mail|public|scripts|server|supabase|system|tests|waitlist';
  const isPathThere = (cited: string, path: string) =>
    !tellsOfToday(path) ||
    filesOfRecipes.includes(cited) ||
    cited === madeOnServer ||
    existsSync(join(root, cited));
  expect(broken(new RegExp(`\`((?:${folders})/[\\w./-]*)\``, 'g'), isPathThere)).toEqual([]);
});

/** Options that an owner types, and the code does not. */
const optionsOfNpm = ['--cpu'];

test('every token and every option that a document names is in the code', () => {
  const named = /(?<![\w-])--[a-z][\w-]*/g;
  const inCode = new Set(
    files.flatMap(([path, text]) => (path.endsWith('.md') ? [] : (text.match(named) ?? []))),
  );
  const isInCode = (cited: string, path: string) =>
    !tellsOfToday(path) || inCode.has(cited) || optionsOfNpm.includes(cited);
  expect(broken(/`(--[\w-]+)/g, isInCode)).toEqual([]);
});

test('every command that a document names is there, with the options that it gives', () => {
  const programs = { waitlist: waitlistProgram(process), mail: mailProgram(process) };
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  function isCommand(call: string, path: string): boolean {
    const [script = '', , ...words] = call
      .replace(/^bukoor (mail)?/, (_, mail) => `${mail ?? 'waitlist'} -- `)
      .trim()
      .split(/\s+/);
    if (!path.endsWith('.md') || script.endsWith(':NAME')) return true;
    let command = programs[script as keyof typeof programs];
    if (!command) return script in scripts;
    for (const word of words) {
      const option = /^--[\w-]+/.exec(word)?.[0];
      const inner = command.commands.find((each) => each.name() === word);
      if (
        option
          ? option !== '--help' && !command.options.some(({ long }) => long === option)
          : !inner && command.commands.length > 0 && word !== '…'
      )
        return false;
      command = inner ?? command;
    }
    return true;
  }
  expect(broken(/(?:npm run (?:--silent )?|(?<=[`\n'])(?=bukoor ))([^`#\n|;)<]+)/g, isCommand)).toEqual([]);
});

/** Endings of files that are called waitlist, such as waitlist.csv. */
const endings = ['backup', 'css', 'csv', 'html', 'ndjson'];

test('every table, type and function of the schema that a comment or a document names is there', () => {
  const made = /create (?:unlogged |unique )?(?:function|table|type|index|trigger) (?:waitlist\.)?(\w+)/g;
  const names = new Set([...schema.matchAll(made)].map(([, name]) => name));
  expect(names.size).toBeGreaterThan(100);
  const isInSchema = (cited: string, path: string) =>
    path === 'CHANGELOG.md' || names.has(cited) || endings.includes(cited);
  expect(broken(/(?<![\w/.-])waitlist\.([a-z]\w*)/g, isInSchema)).toEqual([]);
});

test('the architecture names every function that writes a row of the outbox', () => {
  const functions = schema.matchAll(/create function waitlist\.(\w+)[\s\S]*?as \$\$([\s\S]*?)\$\$/g);
  const writes = /(?:insert into|update|delete from) waitlist\.outbox\b/;
  const writers = [...functions].filter(([, , body = '']) => writes.test(body)).map(([, name]) => name);
  expect(writers.length).toBeGreaterThan(20);
  const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const [, section = ''] = architecture.split('### Who changes a row of the outbox');
  expect(writers.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

test('every decision that is cited is there, by its number or its file', () => {
  const isThereAll = (cited: string) =>
    (cited.match(/\d+/g) ?? []).every((number) => numbers.includes(Number(number)));
  // One number, or a list of them; a comment or a document may break its line before any.
  const numbered = /\b(decision\s[\s*/]*\d+|decisions\s[\s*/]*\d+(?:(?:,|,? and)\s[\s*/]*\d+)*)/gi;
  expect(broken(numbered, isThereAll)).toEqual([]);
  expect(broken(/(?<![\w-])(0\d{3}-[a-z][\w-]*\.md)/g, (cited) => decisions.includes(cited))).toEqual([]);
});

test('each decision has a number of its own, which its title repeats', () => {
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const name of decisions) {
    const text = readFileSync(join(root, 'docs/decisions', name), 'utf8');
    expect(text, name).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. \\S`));
  }
});
