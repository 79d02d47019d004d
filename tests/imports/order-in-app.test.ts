import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** The parts of app/ in their order: its folders, and files of its own that a later folder imports. */
const order = readOrder();

/** Reads the line of docs/architecture.md that says it. */
function readOrder(): string[] {
  const [, line = ''] =
    /^The folders of `app\/`[^:]*: (.*)\.$/m.exec(readFileSync('docs/architecture.md', 'utf8')) ?? [];
  return [...line.matchAll(/`([^`]+)`/g)].map(([, part = '']) => part);
}

/** A file's place in the order. What the order does not name stands in app/ itself, after all of it. */
function placeOf(file: string): number {
  const [, part = ''] = file.split('/');
  const place = order.indexOf(part);
  return place === -1 ? order.length : place;
}

/** The files of app/ that a file imports, at once or later. A type of a file in app/ itself does not count: it runs nothing. */
function importsOf(file: string): string[] {
  const statements = readFileSync(file, 'utf8').matchAll(
    /\bimport (?<type>type )?[^'"();]*?from '(?<path>\.[^']+)'|\bimport\('(?<later>\.[^']+)'\)/g,
  );
  return [...statements].flatMap(({ groups = {} }) => {
    const imported = join(dirname(file), groups.path ?? groups.later ?? '');
    const isTypeOfAppItself = groups.type && dirname(imported) === 'app';
    return imported.startsWith('app/') && !isTypeOfAppItself ? [imported] : [];
  });
}

const files = globSync('app/**/*.{ts,tsx}').filter((file) => !/\.(test|fixture)\./.test(file));

test('the order of app/ names each of its folders with code', () => {
  const folders = files.filter((file) => file.split('/').length > 2).map((file) => file.split('/')[1] ?? '');
  expect(order.length).toBeGreaterThan(9);
  expect([...new Set(folders)].filter((folder) => !order.includes(folder))).toEqual([]);
});

test('a folder of app/ imports only folders before it', () => {
  const arrows = files.flatMap((file) => importsOf(file).map((imported) => [file, imported] as const));
  expect(arrows.length).toBeGreaterThan(300);
  expect(arrows.filter(([file, imported]) => placeOf(imported) > placeOf(file))).toEqual([]);
});
