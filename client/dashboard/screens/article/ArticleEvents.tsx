import { useMemo } from 'react';
import { graphql, useSubscription } from 'react-relay';
import type { GraphQLSubscriptionConfig } from 'relay-runtime';
import type { ArticleEventsSubscription } from '../../__generated__/ArticleEventsSubscription.graphql.ts';

const subscription = graphql`
  subscription ArticleEventsSubscription($id: ID!) {
    article(id: $id) {
      article {
        ...EditArticleForm_article
        ...ArticleAudio_article
        ...ArticleHistory_article
      }
    }
  }
`;

/** Watches one article: what changes shows by itself. */
export function ArticleEvents({ id }: { id: string }) {
  useSubscription(
    useMemo<GraphQLSubscriptionConfig<ArticleEventsSubscription>>(
      () => ({ subscription, variables: { id }, onError: () => {} }),
      [id],
    ),
  );
  return null;
}
