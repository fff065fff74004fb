import { NotAllowedError, type FieldError } from './errors.ts';
import { kernelMessages } from './messages.ts';

/**
 * Holder of a feature: an organization, which has booked it; a project; or those for whom administrators
 * switch it on.
 */
type Holder = 'organization' | 'project' | 'flag';

interface Declared {
  holder: Holder;
  /** Whether it is also a flag: off for all until administrators switch it on. */
  flag?: boolean;
  description: string;
}

/**
 * All features that not every project has, with their holder and what they unlock: documents 1 (sections 4
 * and 6) and 2 (section 6) of the specification.
 */
const declared = {
  reports: { holder: 'organization', description: 'Email reports about a project.' },
  'audio-rules': { holder: 'organization', description: 'Processing rules.' },
  qa: { holder: 'organization', description: 'Review of the audio.' },
  playlist: { holder: 'organization', description: 'Playlists, and the playlist player.' },
  labels: { holder: 'organization', description: 'Labels in article lists.' },
  'download-highres': { holder: 'organization', description: 'High-resolution audio.' },
  paywall: { holder: 'organization', description: 'Teasers for listeners without a subscription.' },
  'ad-insert': { holder: 'organization', description: 'Audio ads.' },
  'custom-ad': { holder: 'organization', description: 'Additional ad providers.' },
  'smart-qa': { holder: 'organization', description: 'Automatic selection of articles for review.' },
  'article-duplicator': {
    holder: 'organization',
    description: 'Duplicates of articles in other projects of the organization.',
  },
  'article-log': { holder: 'project', description: 'The log and the chunks of an article.' },
  podcast: { holder: 'organization', description: 'Podcasts.' },
  'google-action': { holder: 'organization', description: 'Google Actions.' },
  'alexa-skill': { holder: 'organization', description: 'Alexa Skills.' },
  'json-feed': { holder: 'organization', description: 'JSON Feeds.' },
  'alexa-fb': { holder: 'organization', description: 'Alexa flash briefings.' },
  'player-bordered': { holder: 'project', flag: true, description: 'The web player with a border.' },
  'player-v4': { holder: 'project', flag: true, description: 'Version 4 of the web player.' },
  feature_highlight_text: { holder: 'flag', description: 'Highlighting of words as they are spoken.' },
  google_ads: { holder: 'flag', description: 'Google ads.' },
  security: { holder: 'flag', description: 'Signed requests for content behind the paywall.' },
  character_limit: { holder: 'flag', description: 'A daily limit of characters.' },
  parse_date_hint: { holder: 'flag', description: 'A hint next to the date from which articles are added.' },
  reload_article_buttons: { holder: 'flag', description: 'Buttons that re-read an article.' },
} as const satisfies Record<string, Declared>;

export type Feature = keyof typeof declared;

/** All of them, in the order in which they are shown. */
export const features = Object.keys(declared) as readonly Feature[];

/** What each of them opens, in a few words. */
export const featureDescriptions = Object.fromEntries(
  features.map((feature) => [feature, declared[feature].description]),
) as Record<Feature, string>;

/** What can be booked; the others are off until an administrator switches them on. */
export const bookableFeatures: readonly Feature[] = features.filter(
  (feature) => declared[feature].holder !== 'flag',
);

/** Features that administrators may switch on for all: the flags of document 1, section 6. */
export const featureFlags: readonly Feature[] = features.filter((feature) => {
  const { holder, flag = false }: Declared = declared[feature];
  return holder === 'flag' || flag;
});

/** Holder of features: a project has its own, those of its organization, and those that all have. */
export interface FeatureHolder {
  features: readonly Feature[];
}

/** Of something that was not booked. */
const lockedMessage = kernelMessages.FEATURE_NOT_BOOKED();

/** Those of some names that are features; the database may know some of another release. */
export const featuresIn = (names: readonly string[]): Feature[] =>
  names.filter((name) => Object.hasOwn(declared, name)) as Feature[];

/** Returns the features of all these holders, in display order. */
export function featuresOf(...held: (readonly string[] | null | undefined)[]): Feature[] {
  const names = new Set(held.flatMap((list) => list ?? []));
  return features.filter((feature) => names.has(feature));
}

export const hasFeature = ({ features: held }: FeatureHolder, feature: Feature): boolean =>
  held.includes(feature);

/** @throws NotAllowedError without the feature */
export function requireFeature(holder: FeatureHolder, feature: Feature): void {
  if (!hasFeature(holder, feature)) throw new NotAllowedError(lockedMessage);
}

/** The same of one field of an input: what is wrong with it without the feature. */
export const featureErrors = (holder: FeatureHolder, feature: Feature, field: string): FieldError[] =>
  hasFeature(holder, feature) ? [] : [{ field, ...lockedMessage }];
