import { NotAllowedError, type FieldError } from './errors.ts';

/** Who holds a feature: an organization, which has booked it; a project; or everybody, once administrators switch it on. */
type Holder = 'organization' | 'project' | 'flag';

/** Everything that is not everybody's, and who holds it: documents 1 (sections 4 and 6) and 2 (section 6) of the specification. */
const holders = {
  reports: 'organization',
  'audio-rules': 'organization',
  qa: 'organization',
  playlist: 'organization',
  labels: 'organization',
  'download-highres': 'organization',
  paywall: 'organization',
  'ad-insert': 'organization',
  'custom-ad': 'organization',
  'smart-qa': 'organization',
  'article-duplicator': 'organization',
  'article-log': 'project',
  podcast: 'organization',
  'google-action': 'organization',
  'alexa-skill': 'organization',
  'json-feed': 'organization',
  'alexa-fb': 'organization',
  'player-bordered': 'project',
  'player-v4': 'project',
  feature_highlight_text: 'flag',
  google_ads: 'flag',
  security: 'flag',
  character_limit: 'flag',
  parse_date_hint: 'flag',
  reload_article_buttons: 'flag',
} as const satisfies Record<string, Holder>;

export type Feature = keyof typeof holders;

/** All of them, in the order in which they are shown. */
export const features = Object.keys(holders) as readonly Feature[];

/** What can be booked; the others are off until an administrator switches them on. */
export const bookable: readonly Feature[] = features.filter((feature) => holders[feature] !== 'flag');

/** Whoever holds features: a project has those of its organization. */
export interface Entitled {
  features: readonly Feature[];
}

/** Of something that was not booked. */
const lockedMessage = 'This feature is not enabled in your organization. Want to unlock it?';

/** Those of some names that are features; the database may know some of another release. */
export const featuresIn = (names: readonly string[]): Feature[] => names.filter((name) => Object.hasOwn(holders, name)) as Feature[];

export const hasFeature = ({ features: held }: Entitled, feature: Feature): boolean => held.includes(feature);

/** @throws NotAllowedError without the feature */
export function requireFeature(holder: Entitled, feature: Feature): void {
  if (!hasFeature(holder, feature)) throw new NotAllowedError(lockedMessage);
}

/** The same of one field of an input: what is wrong with it without the feature. */
export const featureErrors = (holder: Entitled, feature: Feature, field: string): FieldError[] =>
  hasFeature(holder, feature) ? [] : [{ field, message: lockedMessage }];
