import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const file = 'docs/performance.md';

/**
 * Puts a bench's table into docs/performance.md, between the two lines `<!-- name -->`, in place of the last run's.
 * Takes the marker's name and the Markdown to put there; adds the markers at the end where they are missing.
 */
export function writeTable(name: string, markdown: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '# Performance\n';
  const marker = `<!-- ${name} -->`;
  const section = `${marker}\n${markdown.trim()}\n${marker}`;
  const [before, , ...after] = text.split(marker);
  const known = after.length > 0;
  writeFileSync(
    file,
    known ? `${before}${section}${after.join(marker)}` : `${text.trimEnd()}\n\n${section}\n`,
  );
}
