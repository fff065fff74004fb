import { product } from '../../../product.ts';
import { webAddressProblem } from '../../../text/web-address.ts';
import { requiredMessage } from '../../../kernel/errors.ts';
import { choice, flag, settingGroup, text, whole } from '../../../kernel/settings.ts';

export const ads = settingGroup(
  {
    audioAds: flag({ description: 'Whether audio ads are played.', feature: 'ad-insert' }),
    audioAdsProvider: choice(['rmsi', 'nex360', product.value, 'sevenone', 'google'], {
      description: 'Provider of the audio ads. Null for none.',
      default: null,
      features: { [product.value]: 'custom-ad', sevenone: 'custom-ad', google: 'google_ads' },
    }),
    audioAdsInterval: whole({
      description: 'Number of articles between two ads.',
      default: 10,
      min: 1,
      max: 30,
    }),
    audioAdsLength: choice([15, 20, 30, 40], { description: 'Length of an ad, in seconds.', default: 15 }),
    audioAdsPublisherId: text({
      description: 'ID of the publisher at the ad provider. Null for none.',
      default: null,
      max: 256,
      administratorsOnly: true,
    }),
    audioAdsGoogleTagUrl: text({
      description: 'URL of the Google ad tag. Null for none.',
      default: null,
      format: 'address',
      check: webAddressProblem,
    }),
    audioTagUrl: text({
      description: 'URL of an audio ad tag. Null for none.',
      default: null,
      format: 'address',
      check: webAddressProblem,
    }),
    adCampaign: whole({ description: 'ID of the ad campaign. Null for none.', default: null, min: 1 }),
  },
  ({ audioAds, audioAdsProvider }, isChanged) => ({
    audioAdsProvider:
      audioAds &&
      !audioAdsProvider &&
      (isChanged('audioAds') || isChanged('audioAdsProvider')) &&
      requiredMessage,
  }),
);
