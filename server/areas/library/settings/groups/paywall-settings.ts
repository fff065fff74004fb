import { flag, namedGroup, text, wholeNumber } from '../../../../kernel/settings.ts';

export const paywall = namedGroup('paywall', 'What listeners without a subscription can play.', {
  paywall: flag({
    as: 'enabled',
    description: 'Whether listeners without a subscription get only the first paragraphs.',
    feature: 'paywall',
  }),
  paywallCTA: text({
    as: 'callToAction',
    description: 'Call to action: text that invites people to listen.',
    default: 'Listen to this article:',
    max: 256,
  }),
  paywallParagraphLimit: wholeNumber({
    as: 'paragraphLimit',
    description: 'Number of paragraphs played before the paywall.',
    default: 2,
    min: 1,
    max: 1_000,
  }),
  paywallAudioSuffixEnabled: flag({
    as: 'suffixEnabled',
    description: 'Whether a teaser ends with `suffix`, or with a spoken sentence if that is not set.',
    feature: 'paywall',
  }),
  // Which sound it is, is looked up (or fetched) when it changes.
  paywallAudioSuffix: text({
    as: 'suffix',
    format: 'sound',
    description:
      "Path of one of the project's sounds, `/download/audio/….mp3`. A sound at another URL is " +
      'fetched once and stored. Null if none.',
    default: null,
  }),
  securityEnabled: flag({
    description:
      'Whether full audio requires a signature: the MD5 of timestamp and key, valid for 5 minutes. The key is created when this is ' +
      'first turned on.',
    feature: 'security',
  }),
});
