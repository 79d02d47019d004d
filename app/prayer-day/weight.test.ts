import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

const parts = ['places', 'calendar-day', 'usual-choices', 'prayer-times'];
const entry = 'own-day';

test('the places and the calculation weigh at most 9 kB with Brotli', async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'all-parts',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry
            ? parts
                .map((part) => `export * from '${fileURLToPath(new URL(`${part}.ts`, import.meta.url))}';`)
                .join('\n')
            : undefined,
      },
    ],
    build: {
      write: false,
      target: 'baseline-widely-available',
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        // The page has already loaded this for the drawing.
        external: /day-path/,
        output: { minify: true },
      },
    },
  })) as Rolldown.RolldownOutput;
  const [{ code }, ...others] = built.output as [Rolldown.OutputChunk];
  expect(others).toEqual([]);
  expect(code).toContain('Buenos_Aires');
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(9000);
});
