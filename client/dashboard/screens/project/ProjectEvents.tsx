import { useDebouncedCallback } from '@mantine/hooks';
import { useMemo } from 'react';
import { graphql, useSubscription } from 'react-relay';
import type { GraphQLSubscriptionConfig } from 'relay-runtime';
import type { ProjectEventsSubscription } from '../../__generated__/ProjectEventsSubscription.graphql.ts';

const subscription = graphql`
  subscription ProjectEventsSubscription($project: ID!) {
    projectArticles(project: $project) {
      kind
      article {
        ...ArticleRow_article
      }
    }
  }
`;

/** Many come at once when a feed is read: one more reading of the list answers them all. */
const gather = 300;

/** Watches the articles of a project: a changed one shows by itself; after an added or deleted one `onList` is called. */
export function ProjectEvents({ project, onList }: { project: string; onList: () => void }) {
  const onListSoon = useDebouncedCallback(onList, gather);
  useSubscription(
    useMemo<GraphQLSubscriptionConfig<ProjectEventsSubscription>>(
      () => ({
        subscription,
        variables: { project },
        onNext: (event) => {
          if (event && event.projectArticles.kind !== 'changed') onListSoon();
        },
        // Without events the list is polled; the socket's own errors are shown nowhere.
        onError: () => {},
      }),
      [project, onListSoon],
    ),
  );
  return null;
}
