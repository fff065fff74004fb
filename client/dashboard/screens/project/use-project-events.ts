import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import { requestSubscription } from 'relay-runtime';
import type { useProjectEventsSubscription } from '../../__generated__/useProjectEventsSubscription.graphql.ts';

const subscription = graphql`
  subscription useProjectEventsSubscription($project: ID!) {
    projectArticles(project: $project) {
      kind
      deletedId
      article {
        ...ArticleRow_article
      }
    }
  }
`;

/** Many come at once when a feed is read: one more reading of the list answers them all. */
const gather = 300;

/** Watches the articles of a project: a changed one shows by itself; after an added or deleted one the list is read again. */
export function useProjectEvents(project: string | null, refetch: () => void): void {
  const environment = useRelayEnvironment();
  const refetchSoon = useDebouncedCallback(refetch, gather);
  useEffect(() => {
    if (!project) return;
    const watching = requestSubscription<useProjectEventsSubscription>(environment, {
      subscription,
      variables: { project },
      onNext: (event) => {
        if (event && event.projectArticles.kind !== 'changed') refetchSoon();
      },
      // Without events the list is polled; the socket's own errors are shown nowhere.
      onError: () => {},
    });
    return () => watching.dispose();
  }, [environment, project, refetchSoon]);
}
