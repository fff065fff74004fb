import { flag, settingGroup, text, whole } from '../../../kernel/settings.ts';

export const paywall = settingGroup({
  paywall: flag({
    description: 'Whether listeners without a subscription hear only the first paragraphs.',
    feature: 'paywall',
  }),
  paywallCTA: text({
    description: 'Call to action: text that invites people to listen.',
    default: 'Listen to this article:',
    max: 256,
  }),
  paywallParagraphLimit: whole({
    description: 'Number of paragraphs that are heard before the paywall.',
    default: 2,
    min: 1,
    max: 1_000,
  }),
  paywallAudioSuffixEnabled: flag({
    description:
      'Whether a teaser ends with `paywallAudioSuffix`, or with a spoken sentence when that is not set.',
    feature: 'paywall',
  }),
  // Which sound it is, is looked up (or fetched) when it changes.
  paywallAudioSuffix: text({
    description:
      "Path of one of the project's sounds, `/download/audio/….mp3`. A sound at another URL is fetched once and stored. Null for none.",
    default: null,
  }),
  securityEnabled: flag({
    description:
      'Whether full audio requires a signature: the MD5 of timestamp and key, valid for 5 minutes. The key is created when this is ' +
      'first turned on.',
    feature: 'security',
  }),
});
