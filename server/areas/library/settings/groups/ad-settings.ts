import { product } from '../../../../product.ts';
import { webAddressProblem } from '../../../../text/web-address.ts';
import { choice, flag, namedGroup, reference, text, wholeNumber } from '../../../../kernel/settings.ts';
import { kernelMessages } from '../../../../kernel/messages.ts';

export const ads = namedGroup(
  'ads',
  'Audio ads of a project: which are played between its articles, and how often.',
  {
    audioAds: flag({ as: 'enabled', description: 'Whether audio ads are played.', feature: 'ad-insert' }),
    audioAdsProvider: choice(['rmsi', 'nex360', product.value, 'sevenone', 'google'], {
      as: 'provider',
      description: 'Provider of the audio ads. Null if none.',
      default: null,
      features: { [product.value]: 'custom-ad', sevenone: 'custom-ad', google: 'google_ads' },
    }),
    audioAdsInterval: wholeNumber({
      as: 'interval',
      description: 'Number of articles between two ads.',
      default: 10,
      min: 1,
      max: 30,
    }),
    audioAdsLength: choice([15, 20, 30, 40], {
      as: 'length',
      unit: 's',
      description: 'Length of an ad, in seconds.',
      default: 15,
    }),
    audioAdsPublisherId: text({
      as: 'publisherId',
      description: 'ID of the publisher at the ad provider. Null if none.',
      default: null,
      max: 256,
      administratorsOnly: true,
    }),
    audioAdsGoogleTagUrl: text({
      as: 'googleTagUrl',
      format: 'address',
      description: 'URL of the Google ad tag. Null if none.',
      default: null,
      check: webAddressProblem,
    }),
    audioTagUrl: text({
      as: 'tagUrl',
      format: 'address',
      description: 'URL of an audio ad tag. Null if none.',
      default: null,
      check: webAddressProblem,
    }),
    adCampaign: reference('AdCampaign', {
      as: 'campaign',
      description: 'Global ID of the ad campaign. Null if none.',
      default: null,
    }),
  },
  ({ audioAds, audioAdsProvider }, isChanged) => ({
    audioAdsProvider:
      audioAds &&
      !audioAdsProvider &&
      (isChanged('audioAds') || isChanged('audioAdsProvider')) &&
      kernelMessages.FIELD_REQUIRED(),
  }),
);
