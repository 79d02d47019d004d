import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Fonts and pictures are compressed by their own formats. */
const compressible = '**/*.{html,js,css,svg,json,xml,txt,webmanifest}';

/** Writes `file.br` and `file.gz` beside every text file of a folder, at the highest level: it is done once a build. */
export async function compressFolder(folder: string): Promise<void> {
  for await (const path of glob(compressible, { cwd: folder })) {
    const file = join(folder, path);
    const source = await readFile(file);
    const size = constants.BROTLI_PARAM_SIZE_HINT;
    const quality = constants.BROTLI_PARAM_QUALITY;
    await writeFile(`${file}.br`, await brotli(source, { params: { [quality]: 11, [size]: source.length } }));
    await writeFile(`${file}.gz`, await deflate(source, { level: 9 }));
  }
}
