import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readFrontMatter } from '../../build/articles/front-matter.ts';
import { reasonOf } from '../../system/reason-of.ts';
import { readTextFile } from '../../system/text-file.ts';

/** Fields by which an owner recognises a part of the content, the clearest first. */
const namingFields = ['title', 'label', 'address', 'name'];

/**
 * Finds everything in content/ that is marked `sample: true`, file by file, each once even if several modules export it.
 * @param content the folder, with a slash at its end
 * @returns a line for each: its file, and what to look for there; also for each article whose front matter cannot be read
 */
export async function findSamples(content = new URL('../../content/', import.meta.url)): Promise<string[]> {
  const found: string[] = [];
  const seen = new Set<object>();
  const files = (await readdir(content, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
  const depth = (name: string) => name.split('/').length;
  // Shared modules (names, addresses) before the pages that import them.
  files.sort((one, other) => depth(one) - depth(other) || one.localeCompare(other));
  for (const name of files.filter((each) => /(?<!\.test)\.ts$/.test(each))) {
    const module: object = await import(new URL(name, content).href);
    for (const what of samplesWithin(module, '', seen)) found.push(`content/${name}  ${what}`);
  }
  for (const name of files.filter((each) => /^articles\/.*\.md$/.test(each))) {
    try {
      const text = readTextFile(fileURLToPath(new URL(name, content)));
      const { frontMatter } = readFrontMatter(name.slice('articles/'.length), text);
      if (frontMatter.sample) found.push(`content/${name}  article ‘${frontMatter.title}’`);
    } catch (mistake) {
      found.push(reasonOf(mistake));
    }
  }
  return found;
}

function* samplesWithin(value: unknown, path: string, seen: Set<object>): Generator<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  const fields = Object.entries(value);
  if ('sample' in value && value.sample === true) {
    const [, name] = namingFields.flatMap((naming) => fields.filter(([field]) => field === naming))[0] ?? [];
    const needs = 'needs' in value ? `: ${value.needs}` : '';
    yield `${path}${name === undefined ? '' : ` ‘${name}’`}${needs}`;
  }
  for (const [key, part] of fields) {
    // A list's name without the index, which would tell an owner nothing.
    const step = Array.isArray(value) ? path : `${path}${path && '.'}${key}`;
    yield* samplesWithin(part, step, seen);
  }
}
