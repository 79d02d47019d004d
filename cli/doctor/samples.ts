import { readdir, readFile } from 'node:fs/promises';
import { readFrontMatter } from '../../build/articles/front-matter.ts';

/** A placeholder in content/ for something that the owner has not supplied yet. */
export interface Sample {
  /** The path of its file, relative to the project's folder. */
  file: string;
  /** What to look for there. */
  what: string;
}

const ownContent = new URL('../../content/', import.meta.url);

/** Fields by which an owner recognises a part of the content, the clearest first. */
const namingFields = ['title', 'label', 'address', 'name'];

/**
 * Finds everything in content/ that is marked `sample: true`, file by file, each once even if several modules export it.
 * @param content the folder, with a slash at its end
 * @returns the samples; empty when all content is the owner's own
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

/** The modules of the content, shared ones (names, addresses) before the pages that import them. */
async function contentModules(content: URL): Promise<string[]> {
  const names = await readdir(content, { recursive: true });
  const modules = names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /(?<!\.test)\.ts$/.test(name));
  const depth = (name: string) => name.split('/').length;
  return modules.sort((one, other) => depth(one) - depth(other) || one.localeCompare(other));
}

function* samplesWithin(value: unknown, path: string, seen: Set<object>): Generator<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if ('sample' in value && value.sample === true) yield nameOf(value, path);
  for (const [key, part] of Object.entries(value)) {
    // A list's name without the index, which would tell an owner nothing.
    const step = Array.isArray(value) ? path : `${path}${path && '.'}${key}`;
    yield* samplesWithin(part, step, seen);
  }
}

function nameOf(sample: object, path: string): string {
  const fields = new Map(Object.entries(sample));
  const naming = namingFields.find((field) => fields.has(field));
  const named = naming === undefined ? path : `${path} ‘${fields.get(naming)}’`;
  return fields.has('needs') ? `${named}: ${fields.get('needs')}` : named;
}
