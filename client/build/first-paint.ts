import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/**
 * Lets a browser paint the page's mark before any other file arrives: the mark and the choice of the color
 * scheme are inlined in the page. The style sheet comes after the mark, because browsers paint what precedes
 * a style sheet. The page's script still waits for the style sheet, so no screen ever appears unstyled.
 * @param folder with `favicon.svg` and `color-scheme.js`, which are inlined
 */
export function inlineFirstPaint(folder: string): Plugin {
  return {
    name: 'paint-early',
    transformIndexHtml: {
      // Vite writes its tags first.
      order: 'post',
      handler: async (html) => {
        const mark = (await readFile(`${folder}/favicon.svg`, 'utf8')).trim();
        const scheme = await readFile(`${folder}/color-scheme.js`, 'utf8');
        const styles: string[] = [];
        return (
          html
            .replace(/<img src="\/favicon\.svg"(.*?) alt="">/, (_, size: string) =>
              mark.replace('<svg', `<svg${size} aria-hidden="true"`),
            )
            // The content security policy knows the script by its hash.
            .replace(' src="/color-scheme.js">', () => `>${scheme}`)
            .replace(/[^\S\n]*<link rel="stylesheet".*?>\n/g, (link) => {
              styles.push(link);
              return '';
            })
            .replace('  </body>', () => `${styles.join('')}  </body>`)
        );
      },
    },
  };
}
