import { flag, settingGroup, text, whole } from '../../../kernel/settings.ts';

export const paywall = settingGroup({
  paywall: flag({ description: 'Whether readers without a subscription hear only the first paragraphs.', feature: 'paywall' }),
  paywallCTA: text({ description: 'The invitation to listen.', default: 'Listen to this article:', max: 256 }),
  paywallParagraphLimit: whole({ description: 'How many paragraphs are heard before the paywall.', default: 2, min: 1, max: 1_000 }),
  paywallAudioSuffixEnabled: flag({
    description: 'Whether the part before the paywall ends with `paywallAudioSuffix`, or with a spoken sentence when there is none.', feature: 'paywall',
  }),
  // Which sound it is, is looked up (or fetched) when it changes.
  paywallAudioSuffix: text({
    description: "Path of one of the project's sounds, `/download/audio/….mp3`. An address elsewhere is fetched once and kept. Null: none.", default: null,
  }),
  securityEnabled: flag({
    description: 'Whether the full audio needs a signature: the MD5 of timestamp and key, valid for 5 minutes. The key is made when this is first switched on.',
  }),
});
