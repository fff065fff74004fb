// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { IconAlertTriangle, IconFileText, IconSearchOff } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { NoArticles_project$key } from '../../../__generated__/NoArticles_project.graphql.ts';
import { EmptyState } from '../../../ui/lists/EmptyState.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { projectWords } from '../../../generated/words/project.ts';
import { formatStored } from '../../../words/server-words.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../ProjectScreen.module.css';
import { isPolled, sourceLabel } from '../sources/source-kinds.ts';

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
        ...liveFragments_source
        type
        error
        errorNotices {
          code
          parameters
        }
        polledAt
      }
    }
  `,
    key,
  );
  const w = useWords(projectWords).empty;
  if (filtered) {
    return (
      <EmptyState icon={IconSearchOff} title={query ? w.noMatch({ query }) : w.none}>
        {w.tryAnother}
      </EmptyState>
    );
  }
  const failed = sources.find(({ error, polledAt }) => error && !polledAt);
  if (failed) {
    return (
      <EmptyState
        icon={IconAlertTriangle}
        role="alert"
        title={w.none}
        action={
          canConfigure && (
            <LinkButton variant="default" to={`/projects/${databaseId}/settings`}>
              {w.checkAddress}
            </LinkButton>
          )
        }
      >
        {failed.type === 'RSS'
          ? w.feedUnread({ why: formatStored(failed.error ?? '', failed.errorNotices) })
          : w.websiteUnread({ why: formatStored(failed.error ?? '', failed.errorNotices) })}
      </EmptyState>
    );
  }
  const unread = sources.find(({ type, polledAt }) => isPolled(type) && !polledAt);
  if (unread)
    return (
      <EmptyState icon={IconFileText} role="status" title={w.none}>
        {w.beingRead({ source: sourceLabel(unread.type) })}
      </EmptyState>
    );
  const delivered = sources.some(({ type }) => type !== 'MANUAL');
  return (
    <EmptyState
      icon={IconFileText}
      title={w.none}
      action={canWrite && <Publish project={databaseId} canConfigure={canConfigure} />}
    >
      {canWrite && (delivered ? w.addOrWait : w.addFirst)}
    </EmptyState>
  );
}

/** Shows the steps from an empty project to audio on a page. */
function Publish({ project, canConfigure }: { project: number; canConfigure: boolean }) {
  const w = useWords(projectWords).empty.publish;
  const here = `/projects/${project}`;
  return (
    <ol className={styles.publish} aria-label={w.title}>
      <li>
        <Link to={`${here}/add-article/`}>{w.add}</Link>
      </li>
      <li>{w.hear}</li>
      <li>{canConfigure ? <Link to={`${here}/add-channel`}>{w.channel}</Link> : w.channel}</li>
      <li>{w.embed}</li>
    </ol>
  );
}
