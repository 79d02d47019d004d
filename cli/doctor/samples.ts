import { readdir, readFile } from 'node:fs/promises';
import { readFrontMatter } from '../../build/articles/front-matter.ts';

/** Something in content/ that stands for what the owner has not given yet. */
export interface Sample {
  /** The file it is written in, from the project's folder. */
  file: string;
  /** What to look for there. */
  what: string;
}

const ownContent = new URL('../../content/', import.meta.url);

/** The fields by which an owner knows a part of the content again, the most telling first. */
const tellingFields = ['title', 'label', 'address', 'name'];

/**
 * Everything in content/ that is marked `sample: true`, file by file: each once, however many modules hand it on.
 * @param content the folder, with a slash at its end
 * @returns the samples; empty when the content is the owner's own throughout
 * @throws ArticleMistake when the front matter of an article cannot be read
 */
export async function findSamples(content: URL = ownContent): Promise<Sample[]> {
  const found: Sample[] = [];
  const seen = new Set<object>();
  for (const file of await contentModules(content)) {
    const module: Record<string, unknown> = await import(new URL(file, content).href);
    for (const what of samplesWithin(module, '', seen)) found.push({ file: `content/${file}`, what });
  }
  return [...found, ...(await sampleArticles(new URL('articles/', content)))];
}

async function sampleArticles(folder: URL): Promise<Sample[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  const read = await Promise.all(
    names.map(
      async (name) => readFrontMatter(name, await readFile(new URL(name, folder), 'utf8')).frontMatter,
    ),
  );
  return names.flatMap((name, index) =>
    read[index]?.sample ? [{ file: `content/articles/${name}`, what: `article ‘${read[index].title}’` }] : [],
  );
}

/** The files that hold words, those that others take theirs from (names, addresses) before the pages. */
async function contentModules(content: URL): Promise<string[]> {
  const names = await readdir(content, { recursive: true });
  const modules = names.map((name) => name.replaceAll('\\', '/')).filter((name) => name.endsWith('.ts'));
  const depth = (name: string) => name.split('/').length;
  return modules.sort((one, other) => depth(one) - depth(other) || one.localeCompare(other));
}

function* samplesWithin(value: unknown, path: string, seen: Set<object>): Generator<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if ('sample' in value && value.sample === true) yield nameOf(value, path);
  for (const [key, part] of Object.entries(value)) {
    // A position in a list tells an owner nothing: the list's own name does.
    const step = Array.isArray(value) ? path : `${path}${path && '.'}${key}`;
    yield* samplesWithin(part, step, seen);
  }
}

function nameOf(sample: object, path: string): string {
  const fields = new Map(Object.entries(sample));
  const telling = tellingFields.find((field) => fields.has(field));
  const named = telling === undefined ? path : `${path} ‘${fields.get(telling)}’`;
  return fields.has('needs') ? `${named}: ${fields.get('needs')}` : named;
}
