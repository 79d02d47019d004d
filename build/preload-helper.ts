import type { Plugin } from 'vite';

/**
 * What stands round each import() of the built pages: it asks for the files that the import needs, all at once, and waits
 * for its style sheets. Vite's own also serves nonces and older browsers and weighs three times as much, before a page is
 * idle: with it the first script is over its budget of 3,000 bytes. A file that failed is asked for again.
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

/** Puts our helper in the place of Vite's. */
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
