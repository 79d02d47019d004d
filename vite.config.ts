import { existsSync, globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { articles } from './build/articles/plugin.ts';
import { wholeFonts } from './build/fonts.ts';
import { pages } from './build/pages.ts';
import { preloadHelper } from './build/preload-helper.ts';
import { strictStyles } from './build/strict-styles.ts';

/**
 * Few files rather than many small ones: React, and what every page's islands share with the dialog. The words that the
 * first script also needs are a chunk of their own, or it would have to wait for React.
 */
const codeSplitting = {
  groups: [
    // What the landing page computes when idle loads without React, so what both need is a chunk of its own.
    {
      name: 'shared',
      test: /node_modules[\\/]react[\\/](jsx-runtime|cjs[\\/]react-jsx-runtime)|app[\\/]drawings[\\/](day-path|picture|khatam-path)|content[\\/]site/,
      priority: 4,
    },
    {
      name: 'prayer-times',
      test: /node_modules[\\/]adhan[\\/]|app[\\/]prayer-day[\\/](places|methods|prayer-times|usual-choices|calendar-day)/,
      priority: 3,
    },
    {
      name: 'words',
      test: /content[\\/]failed-toast\.ts|app[\\/]waitlist[\\/]plain-notice|preload-helper|rolldown[\\/]runtime/,
      priority: 2,
    },
    { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
    {
      name: 'hydrate',
      test: /app[\\/](hydrate|islands|ui[\\/](email-input|field|join-button)|pages[\\/]landing[\\/]marquee|waitlist[\\/]cta-form)/,
    },
  ],
};

// The server's own file of settings, and none of Vite's variants of it (.env.local, .env.production, …).
if (existsSync('.env')) process.loadEnvFile('.env');

export default defineConfig({
  envDir: false,
  plugins: [preloadHelper(), wholeFonts(), strictStyles(), articles(), react(), pages()],
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
          input: [
            'app/browser.ts',
            ...globSync('app/pages/*/*.css').filter(
              (path) => basename(dirname(path)) === basename(path, '.css'),
            ),
          ],
          output: { codeSplitting },
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
