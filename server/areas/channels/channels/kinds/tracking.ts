import { product } from '../../../../product.ts';
import { choice, settingGroup, text } from '../../../../kernel/settings.ts';
import { channelMessages } from '../messages.ts';

/** Whether the statistics identify listeners, and which of them are asked for consent. */
export const tracking = settingGroup({
  provider: choice(['always', 'never', 'consentmanager', 'iab'], {
    description:
      "Whether the player stores an identifier: always, never, or as the page's consent manager " +
      '(`CONSENTMANAGER`) or IAB TCF implementation (`IAB`) decides.',
    default: 'never',
    optionsAre: 'TrackingProvider',
  }),
  [`provider${product.name}Id` as const]: text({
    description:
      "ID of this service at the consent manager, or its IAB vendor ID. Null for the platform's own.",
    default: null,
    max: 64,
    check: (value) => (/^[A-Za-z0-9_-]+$/.test(value) ? null : channelMessages.TRACKING_ID_INVALID()),
  }),
});
