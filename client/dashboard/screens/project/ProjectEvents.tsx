import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useMemo, useRef } from 'react';
import { graphql, useSubscription } from 'react-relay';
import type { GraphQLSubscriptionConfig } from 'relay-runtime';
import type { ProjectEventsSubscription } from '../../__generated__/ProjectEventsSubscription.graphql.ts';

const subscription = graphql`
  subscription ProjectEventsSubscription($project: ID!) {
    projectArticles(project: $project) {
      kind
      article {
        id
        ...ArticleRow_article
      }
    }
  }
`;

/** Many come at once when a feed is read: one more reading of the list answers them all. */
const gather = 300;

interface ProjectEventsProps {
  project: string;
  /** Ids of the articles that are shown, where a new one would be among them; null elsewhere. */
  listed: readonly string[] | null;
  onList: () => void;
}

/**
 * Subscribes to the articles of a project. Changed articles update automatically; after an article is added
 * or deleted, `onList` is called.
 */
export function ProjectEvents({ project, listed, onList }: ProjectEventsProps) {
  const onListSoon = useDebouncedCallback(onList, gather);
  // An article added after the list was fetched, but before the subscription began, is reported with its
  // current state, as changed.
  const met = useRef<{ ids: Set<string>; watched: boolean }>({ ids: new Set(), watched: false });
  useEffect(() => {
    met.current.watched = listed !== null;
    for (const id of listed ?? []) met.current.ids.add(id);
  }, [listed]);
  useSubscription(
    useMemo<GraphQLSubscriptionConfig<ProjectEventsSubscription>>(
      () => ({
        subscription,
        variables: { project },
        onNext: (event) => {
          if (!event) return;
          const { kind, article } = event.projectArticles;
          const { ids, watched } = met.current;
          const isNew = watched && article != null && !ids.has(article.id);
          if (isNew) ids.add(article.id);
          if (isNew || kind !== 'CHANGED') onListSoon();
        },
        // Without events the list is polled; the socket's own errors are shown nowhere.
        onError: () => {},
      }),
      [project, onListSoon],
    ),
  );
  return null;
}
