import { graphql } from 'react-relay';
import type { useNextReviewMutation } from '../../__generated__/useNextReviewMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';

/**
 * Claims the next article of a project for review.
 * @returns the function, which returns the article's number, `none`, or null if it failed; and whether it is
 * running
 */
export function useNextReview(project: string) {
  const [claim, busy] = useAction<useNextReviewMutation>(graphql`
    mutation useNextReviewMutation($input: ClaimNextReviewInput!) {
      result: claimNextReview(input: $input) {
        __typename
        ... on ClaimNextReviewSuccess {
          article {
            databaseId
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const next = async (): Promise<number | 'none' | null> => {
    const claimed = await claim({ input: { project } });
    return claimed.ok ? (claimed.result.article?.databaseId ?? 'none') : null;
  };
  return [next, busy] as const;
}
