import { docsWords } from '../../generated/words/docs.ts';
import { currentWords } from '../../words/word-catalogue.ts';

/** A page, whose title and lead are read in the language that is shown. */
const page = <Slug extends keyof typeof docsWords.en.pages>(slug: Slug) => ({
  slug,
  get title() {
    return currentWords(docsWords).pages[slug].title;
  },
  get lead() {
    return currentWords(docsWords).pages[slug].lead;
  },
});

/** The documentation that the dashboard leads to. */
export const firstDocPages = [
  page('first-article'),
  page('sources'),
  page('voices'),
  page('characters'),
] as const;

/** All that comes with the dashboard, in reading order. */
export const docPages = [
  ...firstDocPages,
  page('channels'),
  page('players'),
  page('podcasts'),
  page('alexa'),
  page('playlists'),
  page('rules-and-sound'),
  page('dictionaries'),
  page('review'),
  page('statistics'),
  page('programs'),
  page('webhooks'),
] as const;

export type FirstDocSlug = (typeof firstDocPages)[number]['slug'];
export type DocSlug = (typeof docPages)[number]['slug'];
