/** Prints a bench's table as Markdown: the figures of docs/performance.md are taken from it by hand. */
export function writeTable(name: string, markdown: string): void {
  console.log(`\n# ${name}\n\n${markdown.trim()}\n`);
}
