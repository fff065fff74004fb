import { graphql } from 'react-relay';
import type { useReleaseArticleMutation } from '../../__generated__/useReleaseArticleMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';

/**
 * Releases an article that a rule holds, so that its audio is generated. Progress arrives by events, and one
 * may overtake this response: it has no status.
 * @returns the function, and whether it is running
 */
export function useReleaseArticle(id: string, onReleased: () => void = () => {}) {
  const [release, busy] = useAction<useReleaseArticleMutation>(graphql`
    mutation useReleaseArticleMutation($input: ReleaseArticleInput!) {
      result: releaseArticle(input: $input) {
        __typename
        ... on ReleaseArticleSuccess {
          article {
            id
            holdReason
            heldBy
            doubtfulPassage
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const run = async () => {
    if ((await release({ input: { id } })).ok) onReleased();
  };
  return [() => void run(), busy] as const;
}
