import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/**
 * Writes a brotli-compressed copy (`.br`) beside each text file of a build. Without it, the first request
 * after a start would take more than a second longer. Small files gain nothing and are skipped.
 */
export function compressBuild(): Plugin {
  return {
    name: 'compress-build',
    apply: 'build',
    writeBundle: async ({ dir }, bundle) => {
      await Promise.all(
        Object.values(bundle).map(async (output) => {
          const body = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          if (!/\.(?:js|css|html|svg)$/.test(output.fileName) || body.length <= 1_000) return;
          const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
          await writeFile(`${dir}/${output.fileName}.br`, await compress(body, { params }));
        }),
      );
    },
  };
}
