import { words } from './word-catalogue.ts';

/** Adding an article, as a part of its project. */
export const articlePartWords = words({
  en: { addArticle: 'Add article' },
  de: { addArticle: 'Artikel hinzufügen' },
});
