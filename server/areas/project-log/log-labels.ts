/** What an id of a log's entry stands for. */
export type Named =
  | 'project'
  | 'organization'
  | 'user'
  | 'ad campaign'
  | 'source'
  | 'voice'
  | 'voice service'
  | 'language'
  | 'type'
  | 'image';

interface Shown {
  /** What people call it. */
  label: string;
  /** After a number. */
  unit?: string;
  /** What its value, or each of them, names. */
  names?: Named;
}

/** How the values of a project's log are shown: its settings, and what else its entries hold. */
export const shownInLog: Readonly<Record<string, Shown>> = {
  name: { label: 'Name' },
  organizationId: { label: 'Organization', names: 'organization' },
  ownerId: { label: 'Owner', names: 'user' },
  voiceProvider: { label: 'Speech service', names: 'voice service' },
  voiceName: { label: 'Voice', names: 'voice' },
  voiceLanguage: { label: 'Language', names: 'language' },
  voiceAdditionalSettings: { label: 'Voice settings' },
  failoverVoice: { label: 'Fallback voice', names: 'voice' },
  pauseSentence: { label: 'Pause after a sentence', unit: 'ms' },
  pauseParagraph: { label: 'Pause after a paragraph', unit: 'ms' },
  pauseHeading: { label: 'Pause after a heading', unit: 'ms' },
  audioBitrate: { label: 'Bit rate', unit: 'kbit/s' },
  cover: { label: 'Cover image', names: 'image' },
  mainUrl: { label: 'Main URL' },
  autoAddArticles: { label: 'Auto-generate articles' },
  playerArticlesPerDay: { label: 'Pages per day that players may make known' },
  articlesFromDate: { label: 'Parse articles from' },
  autoupdate: { label: 'Update articles with their feed' },
  extractorServerIp: { label: 'Fetch from a chosen IP address' },
  extractorIpAddress: { label: 'Extractor IP address' },
  extractorRules: { label: 'Extractor rules' },
  urlReplacements: { label: 'URL replacement rules' },
  processingRules: { label: 'Processing rules' },
  paywall: { label: 'Paywall' },
  paywallCTA: { label: 'Paywall call to action' },
  paywallParagraphLimit: { label: 'Paragraphs before the paywall' },
  paywallAudioSuffixEnabled: { label: 'Paywall suffix' },
  paywallAudioSuffix: { label: 'Sound of the paywall suffix' },
  securityEnabled: { label: 'Signed requests for full audio' },
  securityKey: { label: 'Security key' },
  audioAds: { label: 'Audio ads' },
  audioAdsProvider: { label: 'Ad provider' },
  audioAdsInterval: { label: 'Articles between two ads' },
  audioAdsLength: { label: 'Length of an ad', unit: 'seconds' },
  audioAdsPublisherId: { label: 'Publisher ID of the ads' },
  audioAdsGoogleTagUrl: { label: 'Google ad tag' },
  audioTagUrl: { label: 'Audio ad tag' },
  adCampaign: { label: 'Ad campaign', names: 'ad campaign' },
  qaPercentErrors: { label: 'Errors that reach review', unit: '%' },
  qaPercentArticles: { label: 'Articles that are checked', unit: '%' },
  limitEnabled: { label: 'Daily limit' },
  limitPerDay: { label: 'Characters a day' },
  normalization: { label: 'Normalization' },
  normalizationPrompt: { label: 'Normalization instructions' },
  children: { label: 'Projects that get duplicates', names: 'project' },
  emailReportsEnable: { label: 'E-mail reports' },
  emailReportsPeriod: { label: 'Period of the reports' },
  emailReportsAddress: { label: 'Address of the reports' },
  type: { label: 'Type', names: 'type' },
  url: { label: 'URL' },
  slug: { label: 'Short name' },
  honoursRobots: { label: 'Follow robots.txt' },
  by: { label: 'Made by' },
  source: { label: 'Source', names: 'source' },
  clonedFrom: { label: 'Cloned from', names: 'project' },
  clonedTo: { label: 'Cloned to', names: 'project' },
  failedFor: { label: 'Not cloned to', names: 'project' },
  parts: { label: 'Parts' },
};

/** `limitPerDay` of something else: “Limit per day”. */
const inWords = (name: string): string => {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** How a value of this name is shown; of an unknown one, its name in words. */
export const shownAs = (name: string): Shown =>
  Object.hasOwn(shownInLog, name) ? shownInLog[name]! : { label: inWords(name) };
