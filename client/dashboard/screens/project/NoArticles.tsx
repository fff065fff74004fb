import { IconAlertTriangle, IconFileText, IconSearchOff } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type { NoArticles_project$key } from '../../__generated__/NoArticles_project.graphql.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { isPolled, sourceLabel } from './source-kinds.ts';

interface NoArticlesProps {
  project: NoArticles_project$key;
  /** The title searched for; empty: none. */
  query: string;
  filtered: boolean;
}

/** Why the table is empty, and what can be done about it. */
export function NoArticles({ project: key, query, filtered }: NoArticlesProps) {
  const { databaseId, canWrite, canConfigure, sources } = useFragment(
    graphql`
    fragment NoArticles_project on Project {
      databaseId
      canWrite
      canConfigure
      sources {
        id
        type
        error
        polledAt
      }
    }
  `,
    key,
  );
  if (filtered) {
    return (
      <EmptyState icon={IconSearchOff} title={query ? `Articles with title like "${query}" not found` : 'No articles'}>
        Try another search, or clear the filters.
      </EmptyState>
    );
  }
  const failed = sources.find(({ error, polledAt }) => error && !polledAt);
  if (failed) {
    return (
      <EmptyState
        icon={IconAlertTriangle}
        role="alert"
        title="No articles"
        action={
          canConfigure && (
            <LinkButton variant="default" to={`/projects/${databaseId}/settings`}>
              Check the address
            </LinkButton>
          )
        }
      >
        The {failed.type === 'rss' ? 'feed' : 'website'} could not be read: {failed.error}
      </EmptyState>
    );
  }
  const unread = sources.find(({ type, polledAt }) => isPolled(type) && !polledAt);
  if (unread)
    return (
      <EmptyState icon={IconFileText} role="status" title="No articles">
        {sourceLabel(unread.type)}: being read for the first time.
      </EmptyState>
    );
  const delivered = sources.some(({ type }) => type !== 'manual');
  return (
    <EmptyState icon={IconFileText} title="No articles">
      {canWrite && (delivered ? 'Add an article, or wait for the source to deliver the first ones.' : 'Add the first article.')}
    </EmptyState>
  );
}
