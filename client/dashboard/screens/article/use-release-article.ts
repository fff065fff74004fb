import { graphql } from 'react-relay';
import type { useReleaseArticleMutation } from '../../__generated__/useReleaseArticleMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';

/** Lets an article that a rule holds go on and be voiced. @returns the function, and whether it runs */
export function useReleaseArticle(id: string) {
  const [release, busy] = useAction<useReleaseArticleMutation>(graphql`
    mutation useReleaseArticleMutation($input: ReleaseArticleInput!) {
      result: releaseArticle(input: $input) {
        __typename
        ... on ReleaseArticleSuccess {
          article {
            ...ArticleRow_article
            ...EditArticleForm_article
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  return [() => void release({ input: { id } }), busy] as const;
}
