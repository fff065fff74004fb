import { useEffect } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import { requestSubscription } from 'relay-runtime';
import type { useArticleEventsSubscription } from '../../__generated__/useArticleEventsSubscription.graphql.ts';

/** Watches one article: what changes shows by itself. */
export function useArticleEvents(id: string | null): void {
  const environment = useRelayEnvironment();
  useEffect(() => {
    if (!id) return;
    const watching = requestSubscription<useArticleEventsSubscription>(environment, {
      subscription: graphql`
        subscription useArticleEventsSubscription($id: ID!) {
          article(id: $id) {
            kind
            deletedId
            article {
              ...EditArticleForm_article
              ...ArticleAudio_article
            }
          }
        }
      `,
      variables: { id },
      onError: () => {},
    });
    return () => watching.dispose();
  }, [environment, id]);
}
