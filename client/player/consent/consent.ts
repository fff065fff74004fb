import type { EndService, ServiceContext } from '../player-services.ts';
import { watchConsentManager } from './consentmanager-net.ts';
import { messageFor } from './placeholder.ts';
import { watchTcf } from './tcf.ts';

/**
 * The vendor of the Transparency and Consent Framework and the consent manager's service, unless the channel
 * names others.
 */
const vendor = 1181;
const service = 's1604';

/**
 * Asks the page's consent platform what the visitor allows, and follows changes. No answer means no consent.
 * Until there is consent, the channel's message can replace the player, if the channel is set so.
 */
export function startConsent(context: ServiceContext): EndService {
  const { config, store, page, guard } = context;
  const { provider, vendorId, managerId, placeholder } = config.consent;
  const show = placeholder ? messageFor(context) : undefined;
  show?.(!store.state.consent);
  const tell = guard((granted: boolean) => {
    if (granted !== store.state.consent) store.request({ type: 'consent', granted });
    show?.(!granted);
    // What is behind the message cannot be paused.
    if (show && !granted && store.state.wanted) store.request({ type: 'close' });
  });
  const stop =
    provider === 'iab'
      ? watchTcf(page, vendorId ?? vendor, tell, guard)
      : watchConsentManager(page, managerId ?? service, tell, guard);
  return () => {
    stop();
    show?.(false);
  };
}
