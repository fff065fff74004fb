import { graphql } from 'react-relay';
import type { usePremiumCheckoutMutation } from '../../__generated__/usePremiumCheckoutMutation.graphql.ts';
import type { usePremiumPortalMutation } from '../../__generated__/usePremiumPortalMutation.graphql.ts';
import { uiWords } from '../../generated/words/ui.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify, undoNoticeMs } from '../../ui/messages.ts';
import { useWords } from '../../words/word-catalogue.ts';

/**
 * Opens the pages of the payment provider.
 * @param organization slug of the buying organization; absent: the user, for the studio
 */
export function usePremium(organization?: string) {
  const w = useWords(uiWords);
  const [checkout, startingCheckout] = useAction<usePremiumCheckoutMutation>(graphql`
    mutation usePremiumCheckoutMutation($input: OpenCheckoutInput!) {
      result: openCheckout(input: $input) {
        __typename
        ... on OpenCheckoutSuccess {
          url
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [portal, openingPortal] = useAction<usePremiumPortalMutation>(graphql`
    mutation usePremiumPortalMutation($input: OpenBillingPortalInput!) {
      result: openBillingPortal(input: $input) {
        __typename
        ... on OpenBillingPortalSuccess {
          url
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  /**
   * @param plan key of the plan; absent: the first
   * @param beside opens a new tab, so that what is typed here stays in view
   */
  const open = async (
    page: 'checkout' | 'portal',
    { plan, beside = false }: { plan?: string; beside?: boolean } = {},
  ): Promise<void> => {
    // Opened while the click lasts: browsers refuse tabs that come later.
    const tab = beside ? window.open('', '_blank') : null;
    if (tab) tab.opener = null;
    const buyer = organization === undefined ? {} : { organization };
    const outcome =
      page === 'checkout'
        ? await checkout({ input: plan === undefined ? buyer : { ...buyer, plan } })
        : await portal({ input: buyer });
    const url = outcome.ok ? outcome.result.url : undefined;
    // Subscribers change their plan there.
    if (!outcome.ok && page === 'checkout' && outcome.fieldErrors['plan'] !== undefined)
      notify(outcome.message, undoNoticeMs, 'plain', {
        label: w.managePremium,
        run: () => void open('portal'),
      });
    if (!url) tab?.close();
    else if (tab) tab.location.href = url;
    else location.assign(url);
  };
  return { open, opening: startingCheckout || openingPortal };
}
