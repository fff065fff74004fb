import { product } from '../../../product.ts';
import { webAddressProblem } from '../../../text/web-address.ts';
import { requiredMessage } from '../../../kernel/errors.ts';
import { choice, flag, settingGroup, text, whole } from '../../../kernel/settings.ts';

export const ads = settingGroup(
  {
    audioAds: flag({ description: 'Whether advertisements are played.', feature: 'ad-insert' }),
    audioAdsProvider: choice(['rmsi', 'nex360', product.value, 'sevenone', 'google'], {
      description: 'Who provides them. Null: nobody.', default: null, features: { [product.value]: 'custom-ad', sevenone: 'custom-ad' },
    }),
    audioAdsInterval: whole({ description: 'How many articles lie between two advertisements.', default: 10, min: 1, max: 30 }),
    audioAdsLength: choice([15, 20, 30, 40], { description: 'How long an advertisement is, in seconds.', default: 15 }),
    audioAdsPublisherId: text({ description: 'What the provider knows the publisher by. Null: nothing.', default: null, max: 256, administratorsOnly: true }),
    audioAdsGoogleTagUrl: text({ description: "Address of Google's ad tag. Null: none.", default: null, check: webAddressProblem }),
    audioTagUrl: text({ description: 'Address of an audio ad tag. Null: none.', default: null, check: webAddressProblem }),
    adCampaign: whole({ description: 'Id of the ad campaign. Null: none.', default: null, min: 1 }),
  },
  ({ audioAds, audioAdsProvider }, isChanged) => ({
    audioAdsProvider: audioAds && !audioAdsProvider && (isChanged('audioAds') || isChanged('audioAdsProvider')) && requiredMessage,
  }),
);
