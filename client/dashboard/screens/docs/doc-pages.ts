/** The documentation that the dashboard leads to. */
export const firstDocPages = [
  {
    slug: 'first-article',
    title: 'From article to audio',
    lead:
      'Paste a text, press one button, and listen a few seconds later: what happens in between, what each status means, and what ' +
      'to do when an article fails.',
  },
  {
    slug: 'sources',
    title: 'Where articles come from',
    lead:
      'A feed, a website, your own program or your keyboard: the four content sources, how often each is read, and how to leave ' +
      'out the parts of a page that nobody should hear.',
  },
  {
    slug: 'voices',
    title: 'Voices and editing',
    lead:
      'Choose a language and a voice, try them before you decide, and correct a sentence later: only the sentence that changed is ' +
      'voiced again.',
  },
  {
    slug: 'characters',
    title: 'Characters and balance',
    lead:
      'Voicing is paid for in characters: how they are counted, what an edit saves, how a daily limit protects you, and whom to ' +
      'ask when the balance runs out.',
  },
] as const;

/** All that comes with the dashboard, in reading order. */
export const docPages = [
  ...firstDocPages,
  {
    slug: 'rules-and-sound',
    title: 'Rules and sound',
    lead:
      'Decide what happens to which article: another voice for a column, music under the weekend pages, nothing at all for live ' +
      'blogs. And how everything sounds, up to the paywall.',
  },
] as const;

export type FirstDocSlug = (typeof firstDocPages)[number]['slug'];
export type DocSlug = (typeof docPages)[number]['slug'];
