import { podcastPageWords, type PodcastPageWords } from './generated/podcast-page-words.ts';

/**
 * What the page says around the podcast, as its listeners speak; English for every other language.
 * @param language BCP 47
 */
export function pageTexts(language: string): PodcastPageWords & { language: string } {
  const known = language.slice(0, 2).toLowerCase();
  return Object.hasOwn(podcastPageWords, known)
    ? { ...podcastPageWords[known as keyof typeof podcastPageWords], language: known }
    : { ...podcastPageWords.en, language: 'en' };
}

/** Whether the page speaks a language. @param language BCP 47 */
export const isPageLanguage = (language: string): boolean =>
  Object.hasOwn(podcastPageWords, language.slice(0, 2).toLowerCase());
