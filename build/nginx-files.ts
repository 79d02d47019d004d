import type { HeaderSettings, Headers } from '../server/pages/headers.ts';
import { loadSite } from '../server/pages/load-site.ts';
import { openSite } from '../server/pages/site.ts';
import type { BuiltFile } from './icons.ts';

/** Where they lie in the folder of the build: beside its manifests, where nothing is served. */
const folder = '.vite/nginx';

/** What a client may take, in the words of nginx's configuration (deploy/nginx), and as it would say so. */
const codings = { 'br+gzip': 'br, gzip', br: 'br', gzip: 'gzip', none: '' } as const;

const endings: Record<string, string> = { br: '.br', gzip: '.gz' };

/** One answer of the server's own: to a client that takes these codings, for this path. */
interface Form {
  /** `br+gzip /islam` */
  key: string;
  path: string;
  /** With a slash before it, in the folder of the build. */
  file: string;
  headers: Headers;
}

/** A text between quotes. Throws at a dollar sign, which nginx would take for a variable and cannot be told not to. */
function quoted(text: string): string {
  if (text.includes('$')) throw new Error(`nginx cannot be given a value with a dollar sign: ${text}`);
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

const variableOf = (header: string) => `$site_${header.replaceAll('-', '_')}`;

/** A map with its most frequent value for its default. */
function map(
  by: string,
  variable: string,
  entries: readonly (readonly [key: string, value: string])[],
): string {
  const counts = Map.groupBy(entries, ([, value]) => value);
  const [usual = ''] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const lines = entries
    .filter(([, value]) => value !== usual)
    .map(([key, value]) => `  ${quoted(key)} ${quoted(value)};\n`);
  return `map ${by} ${variable} {\n  default ${quoted(usual)};\n${lines.join('')}}\n`;
}

/** The map of one header: by path where every form of a file has the same value, else by path and coding. */
function headerMap(name: string, forms: readonly Form[]): string {
  const values = new Map(forms.map(({ path, headers }) => [path, headers[name] ?? '']));
  const isOfPath = forms.every(({ path, headers }) => values.get(path) === (headers[name] ?? ''));
  return isOfPath
    ? map('$site_path', variableOf(name), [...values])
    : map(
        '$site_form',
        variableOf(name),
        forms.map(({ key, headers }) => [key, headers[name] ?? '']),
      );
}

/** What the location of a built file says: nothing of nginx's own, and the headers in their order. */
const locationOf = (names: readonly string[]) =>
  `types {}
default_type "";
etag off;
max_ranges 0;
add_header last-modified "";
${names.map((name) => `add_header ${name} ${variableOf(name)};\n`).join('')}`;

/**
 * What nginx has to know to answer for the built pages and files as the server does: it is asked from the server's own code.
 * @param outDir the folder of the finished build, compressed forms included
 * @returns maps from paths to files and headers, and what the location of a built file says
 */
export async function nginxFiles(outDir: string, settings: HeaderSettings): Promise<BuiltFile[]> {
  const site = await openSite(outDir, settings);
  const built = [...(await loadSite(outDir)).values()].filter(({ path }) => site.has(path));
  const forms = built.flatMap(({ path, page }) =>
    Object.entries(codings).map(([name, acceptEncoding]): Form => {
      const { headers } = site.answer({ path, acceptEncoding });
      const ending = endings[headers['content-encoding'] ?? ''] ?? '';
      return {
        key: `${name} ${path}`,
        path,
        file: `/${page?.file ?? path.slice(1)}${ending}`,
        headers,
      };
    }),
  );
  const names = [...new Set(forms.flatMap(({ headers }) => Object.keys(headers)))].filter(
    (name) => name !== 'content-length',
  );
  const maps = [
    // nginx compares keys without regard to case, so the path it has found is compared once more with the one asked for.
    `map $site_asked_path $site_known_path {\n  default "";\n${built.map(({ path }) => `  ${quoted(path)} ${quoted(path)};\n`).join('')}}\n`,
    `map $site_form $site_file {\n  default "/.none";\n${forms.map(({ key, file }) => `  ${quoted(key)} ${quoted(file)};\n`).join('')}}\n`,
    ...names.map((name) => headerMap(name, forms)),
  ];
  return [
    { fileName: `${folder}/maps.conf`, source: maps.join('\n') },
    { fileName: `${folder}/built-file.conf`, source: locationOf(names) },
  ];
}
