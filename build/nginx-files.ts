import { loadSite } from '../server/pages/files.ts';
import type { HeaderSettings, Headers } from '../server/pages/headers.ts';
import { openSite } from '../server/pages/site.ts';
import type { BuiltFile } from './render-site.ts';

/** Their folder in the build: beside its manifests, from where nothing is served. */
const folder = '.vite/nginx';

/** The content codings that a client may accept: as nginx's configuration (deploy/nginx) names them, and as Accept-Encoding. */
const codings = { 'br+gzip': 'br, gzip', br: 'br', gzip: 'gzip', none: '' } as const;

const endings: Record<string, string> = { br: '.br', gzip: '.gz' };

/** One answer of the server, for a path and the codings that the client accepts. */
interface Form {
  /** `br+gzip /islam` */
  key: string;
  path: string;
  /** Its path in the folder of the build, with a leading slash. */
  file: string;
  headers: Headers;
}

/** A quoted text. Throws on a dollar sign, which nginx takes for a variable and has no escape for. */
function quoted(text: string): string {
  if (text.includes('$')) throw new Error(`nginx cannot be given a value with a dollar sign: ${text}`);
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

const variableOf = (header: string) => `$site_${header.replaceAll('-', '_')}`;

/** An nginx map whose default is its most frequent value. */
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

/** The directives of a built file's location: no headers of nginx's own, and the site's in their order. */
const locationOf = (names: readonly string[]) =>
  `types {}
default_type "";
etag off;
max_ranges 0;
add_header last-modified "";
${names.map((name) => `add_header ${name} ${variableOf(name)};\n`).join('')}`;

/**
 * The configuration with which nginx answers for the built pages and files as the server does, made by the server's own code.
 * @param outDir the folder of the finished build, compressed forms included
 * @returns maps from paths to files and headers, and the directives of a built file's location
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
