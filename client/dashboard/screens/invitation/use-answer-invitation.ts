import { graphql } from 'react-relay';
import type { useAnswerInvitationAcceptMutation } from '../../__generated__/useAnswerInvitationAcceptMutation.graphql.ts';
import type { useAnswerInvitationDeclineMutation } from '../../__generated__/useAnswerInvitationDeclineMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';

/** Which invitation: the one of a link, or the viewer's own to an organization. */
type Which = { secret: string } | { organization: string };

/**
 * Accepts or declines an invitation. Afterwards the page reloads, because the user or their permissions have
 * changed. `accept` returns problems with the name and the password of a new user.
 */
export function useAnswerInvitation(which: Which) {
  const [acceptIt, accepting] = useAction<useAnswerInvitationAcceptMutation>(graphql`
    mutation useAnswerInvitationAcceptMutation($input: AcceptInvitationInput!) {
      result: acceptInvitation(input: $input) {
        __typename
        ... on AcceptInvitationSuccess {
          organization {
            slug
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [declineIt, declining] = useAction<useAnswerInvitationDeclineMutation>(graphql`
    mutation useAnswerInvitationDeclineMutation($input: DeclineInvitationInput!) {
      result: declineInvitation(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  return {
    busy: accepting || declining,
    async accept(account: { name?: string; password?: string }): Promise<FieldErrors | null> {
      const outcome = await acceptIt({ input: { ...which, ...account } });
      if (!outcome.ok) return outcome.fieldErrors;
      const { organization } = outcome.result;
      location.replace(organization ? `/projects/organization/${organization.slug}` : '/projects/dashboard');
      return null;
    },
    async decline(): Promise<void> {
      const { ok } = await declineIt({ input: which });
      if (ok) location.replace('/projects/dashboard');
    },
  };
}
