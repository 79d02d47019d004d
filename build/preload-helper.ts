import type { Plugin } from 'vite';

/**
 * Wraps each import() of the built pages: it requests all files that the import needs at once, and waits for the style
 * sheets. Vite's own helper also supports nonces and older browsers and is three times as large. It would load before a page
 * is idle, and take the first script over its budget (tests/journeys/budgets.test.ts). A style sheet that failed is requested again.
 */
const helper = `
const asked = new Map();
const ask = (file) => new Promise((resolve, reject) => {
  const isStyle = file.endsWith('.css');
  const link = document.createElement('link');
  link.rel = isStyle ? 'stylesheet' : 'modulepreload';
  link.href = '/' + file;
  if (isStyle) {
    link.onload = resolve;
    link.onerror = () => (asked.delete(file), link.remove(), reject(Error(file)));
  } else resolve();
  document.head.append(link);
});
export const __vitePreload = (load, files = []) => Promise.all(files.map((file) => {
  if (!asked.has(file)) asked.set(file, ask(file));
  return asked.get(file);
})).then(load);
`;

/** Replaces Vite's helper with ours. */
export function preloadHelper(): Plugin {
  return {
    name: 'preload-helper',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => helper,
    },
  };
}
