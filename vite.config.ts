import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { articles } from './build/articles/plugin.ts';
import { pageSheets } from './build/assets.ts';
import { pages, strictStyles } from './build/plugin.ts';
import { loadDotEnv } from './server/dot-env.ts';

// The server's own file of settings, and none of Vite's variants of it (.env.local, .env.production, …).
loadDotEnv();

/** Where the words are, as the bundler writes it. */
const words = `${import.meta.dirname.replaceAll('\\', '/')}/content/`;

export default defineConfig({
  envDir: false,
  plugins: [strictStyles(), articles(), react(), pages()],
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist',
        manifest: true,
        rolldownOptions: {
          input: ['app/client.ts', ...pageSheets()],
          // Loading words does nothing else. Unless the bundler knows, the articles' dialog carries every verse: 9 kB more.
          treeshake: { moduleSideEffects: (id) => !id.startsWith(words) },
        },
      },
    },
    ssr: {
      build: {
        outDir: '.cache/prerender',
        emptyOutDir: true,
        rolldownOptions: { input: ['app/render-document.tsx', 'mail/messages/emails.tsx'] },
      },
    },
  },
  builder: {},
});
