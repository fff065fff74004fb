import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/**
 * Lets a browser paint the page's mark before any other file is there: the mark and the choice of the scheme
 * stand in the page itself, and the style sheet behind the mark, as a browser paints what stands before one.
 * The page's script waits for the style sheet all the same, so that no screen is ever without its styles.
 * @param folder where `favicon.svg` and `color-scheme.js` lie, which go into the page
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
