import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/**
 * Lays beside each text of a build what brotli makes of it, as `.br`: whoever comes first after a start would
 * else wait more than a second for it. Small ones gain nothing.
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
