import { colours } from '../../content/colours.ts';

/** The site's colours, light and dark; without light-dark(), which older browsers lack. */
const declare = (scheme: 0 | 1) =>
  Object.entries(colours)
    .map(([name, pair]) => `--${name}:${pair[scheme]}`)
    .join(';');

/** For light mode, dark mode and print. It loads nothing, so it uses the fonts installed on the machine. */
export const css = `
:root { color-scheme: light dark; ${declare(0)}; --display: "Instrument Serif", "Iowan Old Style", Palatino, Georgia, serif }
@media (prefers-color-scheme: dark) { :root { ${declare(1)} } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 Figtree, system-ui, sans-serif; overflow-wrap: break-word }
header { padding: clamp(2.5rem, 7vw, 4.5rem) 1.25rem 7rem; color: #fff;
  background: linear-gradient(#0b1d2b, #12324a calc(100% - 14rem), #27506b calc(100% - 6rem), #6f8796 calc(100% - 3rem), #e3ab84 calc(100% - 1rem), #f7ddb9) }
header > *, main { max-width: 46rem; margin-inline: auto }
h1, h2 { font-family: var(--display); font-weight: 400; letter-spacing: -.01em; line-height: 1.08; text-wrap: balance; margin-block: 0 }
h1 { font-size: clamp(2.4rem, 1.2rem + 5vw, 4rem) }
h2 { font-size: clamp(1.7rem, 1.2rem + 1.6vw, 2.25rem) }
header p { color: #dbe5ea; margin-block: 1rem 0 }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 1.5rem; margin-block: 2.5rem 0 }
dl div { display: flex; flex-direction: column-reverse }
dt { color: #dbe5ea; font-size: .9375rem }
dd { margin-inline: 0; color: #f6d9a8; font: 2.25rem/1.1 var(--display); font-variant-numeric: lining-nums }
main { max-width: 48.5rem; padding: 0 1.25rem 4rem }
section:first-of-type { margin-top: -2.5rem; position: relative }
section { background: var(--card); border: 1px solid var(--line); border-radius: 1.375rem; margin-top: 1.5rem; padding: clamp(1.25rem, 4vw, 2rem) }
section > p { color: var(--muted); margin: .5rem 0 0 }
.across { display: flex; align-items: flex-end; height: 12rem; margin-top: 2.5rem; border-bottom: 1px solid var(--line); position: relative }
.across::before { content: attr(data-most); position: absolute; inset-block-start: -1.6em; color: var(--muted); font-size: .875rem }
.across i { flex: 1 1 0; min-width: 0; margin-inline-end: min(1px, 10%); background: var(--primary); border-radius: 2px 2px 0 0 }
.axis { display: flex; justify-content: space-between; color: var(--muted); font-size: .875rem; margin: .35rem 0 0 }
.down i { display: block; height: .7rem; background: var(--primary); border-radius: 4px; margin-top: .3rem }
.down th { width: 70% }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 3px }
summary { cursor: pointer; color: var(--primary); font-weight: 600; margin-top: 1.25rem; width: fit-content }
.parts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(8.25rem, 44%), 1fr)); gap: .75rem 1.75rem; align-items: start }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; font-variant-numeric: tabular-nums; margin-top: 1rem }
caption { text-align: start; font-weight: 600; padding-block: .5rem }
th, td { padding: .3rem 0; text-align: start; font-weight: 400; border-bottom: 1px solid var(--line) }
thead th { color: var(--muted); font-size: .8125rem }
th + th, td { text-align: end }
footer { color: var(--muted); font-size: .9375rem; margin-top: 2rem }
@media print {
  @page { margin: 16mm 14mm }
  :root { ${declare(0)}; --paper: #fff; --line: #ccc }
  body { font-size: 10pt }
  header { background: none; color: inherit; padding: 0 0 1rem; border-bottom: 1px solid }
  header p, dt { color: var(--muted) }
  dl { margin-top: 1rem; grid-template-columns: repeat(4, 1fr) }
  dd { color: inherit; font-size: 20pt }
  header > *, main { max-width: none }
  main { padding: 0 }
  section { border: 0; border-radius: 0; padding: 0; margin-top: 1.75rem }
  h2, section > p, summary, caption { break-after: avoid }
  .across, tr, .parts table { break-inside: avoid }
  .across i, .down i { print-color-adjust: exact }
  summary { display: none }
  table { font-size: 9pt; margin-top: .5rem }
  th, td { padding: .1rem 0 }
  .parts { grid-template-columns: repeat(auto-fit, minmax(3cm, 1fr)); gap: 0 1.25rem }
  section:first-of-type { margin-top: 1.25rem }
}`;
