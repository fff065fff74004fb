import { useEffect, useMemo, useRef } from 'react';
import { fetchQuery, graphql, useRelayEnvironment, useSubscription } from 'react-relay';
import type { GraphQLSubscriptionConfig } from 'relay-runtime';
import type { ArticleEventsQuery } from '../../../__generated__/ArticleEventsQuery.graphql.ts';
import type { ArticleEventsSubscription } from '../../../__generated__/ArticleEventsSubscription.graphql.ts';

const subscription = graphql`
  subscription ArticleEventsSubscription($id: ID!) {
    article(id: $id) {
      kind
      article {
        ...EditArticleForm_article
        ...ArticleAudio_article
        ...ArticleHistory_article
      }
    }
  }
`;

const query = graphql`
  query ArticleEventsQuery($id: ID!) {
    article(id: $id) {
      id
    }
  }
`;

/**
 * Subscribes to one article, whose changes appear automatically.
 * @param onDeleted called when the article was deleted
 */
export function ArticleEvents({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const environment = useRelayEnvironment();
  const deleted = useRef(onDeleted);
  useEffect(() => {
    deleted.current = onDeleted;
  });
  useSubscription(
    useMemo<GraphQLSubscriptionConfig<ArticleEventsSubscription>>(
      () => ({
        subscription,
        variables: { id },
        onNext: (event) => {
          if (event?.article.kind === 'DELETED') deleted.current();
        },
        // One that was deleted before the watching began cannot be watched.
        onError: () => {
          fetchQuery<ArticleEventsQuery>(
            environment,
            query,
            { id },
            { fetchPolicy: 'network-only' },
          ).subscribe({
            next: ({ article }) => {
              if (!article) deleted.current();
            },
            error: () => {},
          });
        },
      }),
      [environment, id],
    ),
  );
  return null;
}
