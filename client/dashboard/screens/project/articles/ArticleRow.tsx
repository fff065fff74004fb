// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { IconCopy } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type {
  ArticleRow_article$data,
  ArticleRow_article$key,
} from '../../../__generated__/ArticleRow_article.graphql.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { formatTime } from '../../../ui/player/player-store.ts';
import { PlayButton } from '../../../ui/player/PlayButton.tsx';
import { StatusBadge, statusLabel } from '../../../ui/lists/StatusBadge.tsx';
import { useDateTimeFormat } from '../../../ui/time/time-zone.ts';
import { TipButton } from '../../../ui/dialogs/TipButton.tsx';
import { articleWords } from '../../../generated/words/article.ts';
import { projectWords } from '../../../generated/words/project.ts';
import { formatStored } from '../../../words/server-words.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { holdReason } from '../../article/hold-reason.ts';
import { ArticleMenuButton } from './ArticleMenuButton.tsx';
import styles from './ArticlesTable.module.css';
import { relativeTime } from '../../../ui/time/relative-time.ts';

export interface ArticleRowProps {
  article: ArticleRow_article$key;
  /** The list that it leaves when it is deleted. */
  connection: string;
  project: number;
  /** The table page to return to. */
  segment: string;
  search: string;
  labels: boolean;
  now: number;
  /** Whether it is selected, and how that changes; absent: articles cannot be selected. */
  selection?: { selected: boolean; toggle: () => void } | undefined;
  onDeleted: () => void;
}

/** Number of an article's labels that are shown; the others are counted. */
const labelsShown = 2;

function Labels({ labels }: { labels: readonly string[] }) {
  const rest = labels.slice(labelsShown);
  return (
    <div className={styles.line}>
      {labels.slice(0, labelsShown).map((label) => (
        <span key={label} className={styles.label} title={label}>
          {label}
        </span>
      ))}
      {rest.length > 0 && (
        <span className={styles.rest} title={rest.join(', ')}>
          <span aria-hidden="true">+{rest.length}</span>
          <span className="visually-hidden">, {rest.join(', ')}</span>
        </span>
      )}
    </div>
  );
}

export function ArticleRow({
  article: key,
  connection,
  project,
  segment,
  search,
  labels,
  now,
  selection,
  onDeleted,
}: ArticleRowProps) {
  const article = useFragment(articleFragment, key);
  const w = useWords(projectWords);
  const formatDate = useDateTimeFormat();
  const { audio, title, status } = article;
  const edit = `/projects/${project}/${segment}/article/${article.databaseId}`;
  const track =
    status === 'READY' && audio
      ? { id: article.id, url: audioPath(audio.url), durationMs: audio.durationMs, title }
      : null;
  const why =
    holdReason(article) ??
    (status === 'READY' || !article.error ? null : formatStored(article.error, article.errorNotices));
  const date = formatDate(article.addedAt);
  return (
    <tr data-testid="article" tabIndex={-1} data-selected={selection?.selected || undefined}>
      {selection && (
        <td className={styles.check}>
          <input
            type="checkbox"
            aria-label={w.table.select({ title })}
            checked={selection.selected}
            onChange={selection.toggle}
          />
        </td>
      )}
      <td className={styles.play}>
        <PlayButton track={track} title={title} />
      </td>
      <StatusCell status={status} why={why} />
      <ArticleNameCell article={article} edit={edit} search={search} why={why} labels={labels} />
      <td className={styles.duration}>
        {audio && status === 'READY' ? formatTime(audio.durationMs / 1000) : ''}
      </td>
      <td className={styles.date}>
        <time dateTime={article.addedAt} title={date}>
          {relativeTime(article.addedAt, now) ?? date}
        </time>
      </td>
      {labels && (
        <td className={styles.labels}>
          <Labels labels={article.labels} />
        </td>
      )}
      <td className={styles.menu}>
        <ArticleMenuButton
          article={article}
          title={title}
          connection={connection}
          edit={edit}
          onDeleted={onDeleted}
        />
      </td>
    </tr>
  );
}

/** @param why it is not ready; null: nothing keeps it */
function StatusCell({ status, why }: { status: ArticleRow_article$data['status']; why: string | null }) {
  return (
    <td className={styles.status}>
      {why ? (
        <TipButton className={styles.errored} label={`${statusLabel(status)}: ${why}`} tip={why}>
          <StatusBadge status={status} />
        </TipButton>
      ) : status === 'READY' ? (
        // Most articles are ready, so this status is shown quietly.
        <span className={styles.ready} data-status="READY">
          {statusLabel(status)}
        </span>
      ) : (
        <StatusBadge status={status} />
      )}
    </td>
  );
}

interface ArticleNameCellProps {
  article: ArticleRow_article$data;
  /** Where it is edited, and the search that is come back to. */
  edit: string;
  search: string;
  why: string | null;
  /** Whether labels are shown; below the title only where the table has no room for their column. */
  labels: boolean;
}

function ArticleNameCell({ article, edit, search, why, labels }: ArticleNameCellProps) {
  const a = useWords(articleWords);
  const w = useWords(projectWords);
  const formatDate = useDateTimeFormat();
  const { title, status, publishAt, duplicateOf: original } = article;
  return (
    <td className={styles.name}>
      <Link className={styles.title} to={edit} state={{ search }} title={title}>
        {title}
      </Link>
      {why && (
        <p className={styles.why} data-status-of={status}>
          {why}
        </p>
      )}
      {publishAt && <p className={styles.why}>{a.publishesOn({ when: formatDate(publishAt) })}</p>}
      {original && (
        <Link
          className={styles.from}
          to={`/projects/${original.project.databaseId}/articles/${original.databaseId}`}
          title={original.title}
        >
          <IconCopy size={13} aria-hidden />
          {w.table.duplicateOf({ project: original.project.name })}
        </Link>
      )}
      {labels && article.labels.length > 0 && (
        <div className={styles.under}>
          <Labels labels={article.labels} />
        </div>
      )}
    </td>
  );
}

const articleFragment = graphql`
  fragment ArticleRow_article on Article {
    id
    databaseId
    title
    status
    publishAt
    error
    errorNotices {
      code
      parameters
    }
    holdReason
    heldBy
    doubtfulPassage
    labels
    addedAt
    duplicateOf {
      databaseId
      title
      project {
        databaseId
        name
      }
    }
    audio {
      ...liveFragments_audio
      url
      durationMs
    }
    ...ArticleMenu_article
  }
`;
