/** The product's name, in the one place where it may change. */
export const product = { name: 'Parlance', value: 'parlance' } as const;

/** Constants of the specification's sections 9; times in milliseconds unless the name says otherwise. */
export const pageSize = 20;
/** Lists count up to here; beyond, a list says that there are more. */
export const countCap = 10_000;
export const titleMaxCharacters = 500;
export const urlMaxCharacters = 2048;
export const labelMaxCharacters = 100;
export const labelsMax = 50;
export const previewMaxCharacters = 300;
export const mainUrlMaxCharacters = 256;
export const paywallCtaMaxCharacters = 256;
export const publisherIdMaxCharacters = 256;
export const normalizationPromptMinCharacters = 10;
export const logPageSize = 15;
export const audioAdsProviders = ['rmsi', 'nex360', product.value, 'sevenone', 'google'] as const;
export const audioAdsLengths = [15, 20, 30, 40] as const;
export const audioAdsIntervalRange = { min: 1, max: 30 } as const;
export const reportPeriods = ['daily', 'weekly', 'monthly'] as const;

/** A recrawl that was asked for happens this much later. */
export const recrawlDelay = 60_000;

/** Characters that a new account may voice before it buys more. */
export const startBalance = 100_000n;

/** Silence after a part of an article. */
export const pauses = { sentence: 250, paragraph: 600, heading: 900 } as const;

/** What an organization can be entitled to. */
export const features = [
  'reports', 'audio-rules', 'qa', 'playlist', 'labels', 'download-highres', 'paywall', 'ad-insert', 'custom-ad', 'smart-qa',
  'article-duplicator', 'article-log', 'podcast', 'google-action', 'alexa-skill', 'json-feed', 'alexa-fb', 'player-bordered', 'player-v4',
] as const;
export type Feature = (typeof features)[number];
