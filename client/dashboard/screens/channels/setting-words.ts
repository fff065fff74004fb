/** What settings of channels are called in forms, by their names. One without a line is called by its name, in words. */
const labels: Readonly<Record<string, string>> = {
  artwork: 'Artwork',
  author: 'Author',
  category: 'Category',
  copyright: 'Copyright notice',
  description: 'Description',
  episodeType: 'Order of the episodes',
  language: 'Language',
  medium: 'Presented as',
  name: 'Name',
  persons: 'People',
  podroll: 'Recommended podcasts',
  title: 'Title',
  verification: 'Verification',
  version: 'Version',
  action: 'Placement',
  amazonUrl: 'Amazon Music',
  appleUrl: 'Apple Podcasts',
  bordered: 'Bordered',
  cmpPlaceholderMessage: 'Message of the placeholder',
  complete: 'No more episodes will follow',
  cta: 'Call to action (CTA)',
  color: 'Color',
  customCss: 'Custom CSS',
  customCssEnabled: 'Use custom CSS',
  disableAutoload: 'Wait until the page asks for the player',
  enableCmpPlaceholder: 'Placeholder until the consent manager has consent',
  enableIabPlaceholder: 'Placeholder until IAB TCF has consent',
  explicit: 'Explicit content',
  fundingText: 'Text of the support link',
  fundingUrl: 'Page for supporters',
  groupingAmount: 'Articles in an episode',
  groupingType: 'A new episode',
  hub: 'WebSub hub',
  includeNotReady: 'Include articles whose audio is not ready',
  introAudio: 'Intro sound',
  introText: 'Intro text',
  itemCount: 'Number of articles',
  link: 'Page of the podcast',
  locked: 'Ask other podcast hosts not to import the feed',
  newFeedUrl: 'The podcast has moved to',
  nextNewsAudio: 'Sound between two articles',
  opened: 'The list of articles is open at first',
  outroAudio: 'Outro sound',
  outroText: 'Outro text',
  ownerEmail: 'E-mail address of the owner',
  ownerName: 'Owner',
  pauseButton: 'Label of the pause button',
  playButton: 'Label of the play button',
  podcastGuid: 'GUID from before a move',
  provider: 'Tracking provider',
  selector: 'CSS selector',
  speedSettingsBackButton: 'Label of the back button',
  speedSettingsTitle: 'Title of the speed settings',
  spotifyUrl: 'Spotify',
  subCategory: 'Subcategory',
  voiceType: 'Voice',
  youtubeUrl: 'YouTube Music',
};

/** What options are called, by setting and value; others by their value. */
const optionLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  version: { 2: 'Version 2', 3: 'Version 3', 4: 'Version 4' },
  provider: { always: 'Always track', never: 'Never track', consentmanager: 'Consent manager', iab: 'IAB' },
  background: { transparent: 'Transparent', '#fff': 'White' },
  groupingType: { daily: 'Daily', weekly: 'Weekly', group: 'Every few articles' },
  episodeType: { episodic: 'Newest first', serial: 'In order' },
  medium: { podcast: 'Podcast', audiobook: 'Audiobook', newsletter: 'Newsletter', blog: 'Blog' },
  action: {
    none: 'None: where its code is',
    after: 'After the element',
    before: 'Before the element',
    'inner-first': 'First within the element',
    'inner-last': 'Last within the element',
  },
  voiceType: { alexa: 'Alexa reads the text', parlance: 'Parlance: the audio of the article' },
};

export const labelOf = (name: string): string => labels[name] ?? inWords(name);

/** What an option is called. Constants of a directory, such as `SPORTS_NEWS`, are put in words. */
export function optionLabel(name: string, option: string | number): string {
  const label = optionLabels[name]?.[option];
  if (label !== undefined) return label;
  const text = String(option);
  return /^[A-Z]+(_[A-Z]+)+$|^[A-Z]{3,}$/.test(text) ? capital(text.toLowerCase().replaceAll('_', ' ')) : text;
}

const inWords = (name: string): string => capital(name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase());
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A value as people read it, in one line: for what somebody else changed. */
export function valueInWords(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`;
  return typeof value === 'string' || typeof value === 'number' ? optionLabel(name, value) : JSON.stringify(value);
}

/** What is said below a field; of settings without a line and without a label of their own, what the declaration says. */
const hints: Readonly<Record<string, string>> = {
  artwork: 'Square, as podcast apps show it.',
  author: "Empty: the project's name.",
  ownerEmail: 'Directories verify the owner by it. Public in the feed.',
  ownerName: 'Empty: the author.',
  podcastGuid: 'Only if the podcast had one before it moved here.',
  newFeedUrl: 'The feed announces this address, then redirects there. Empty if it has not moved.',
  hub: 'Tells apps of new episodes at once. Empty for none.',
  verification: 'A text with which a directory checks that the feed is yours.',
  persons: 'One per line: name, role and URL, separated by vertical bars.',
  podroll: 'Podcasts that this one recommends, one per line: URL of a feed, or a podcast GUID.',
  language: "A tag such as en-GB. Empty: the language of the project's voice.",
  link: "Empty: the project's main URL.",
  selector: 'The placement is in relation to the element that it matches.',
};

export function hintOf(name: string, description: string): string | undefined {
  if (hints[name] !== undefined) return hints[name];
  if (labels[name] !== undefined) return undefined;
  const told = description.replaceAll(/\s*Null[^.]*\./g, '').trim();
  return told || undefined;
}
