import type { docsWords } from '../../generated/words/docs.ts';

/** Pages that have a picture, which `npm run screenshots -- docs` takes of the product itself. */
export type PicturedSlug = keyof typeof docsWords.en.pictures;

/** Where a page's picture is, in a scheme of colours. */
export const docPicture = (slug: PicturedSlug, scheme: 'light' | 'dark'): string =>
  new URL(`./pictures/${slug}-${scheme}.webp`, import.meta.url).href;

/** Of each picture, in pixels. */
export const pictureSize = { width: 1200, height: 750 } as const;
