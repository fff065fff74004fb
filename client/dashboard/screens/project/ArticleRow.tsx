import { Tooltip } from '@mantine/core';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { ArticleRow_article$key } from '../../__generated__/ArticleRow_article.graphql.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { PlayButton } from '../../ui/player/PlayButton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useDateTimeFormat } from '../../ui/time-zone.ts';
import { heldHint } from '../article/held-hint.ts';
import { ArticleMenu } from './ArticleMenu.tsx';
import styles from './ArticlesTable.module.css';

interface ArticleRowProps {
  article: ArticleRow_article$key;
  /** The list that it leaves when it is deleted. */
  connection: string;
  project: number;
  /** The table page to return to. */
  segment: string;
  search: string;
  labels: boolean;
  onDeleted: () => void;
}

export function ArticleRow({ article: key, connection, project, segment, search, labels, onDeleted }: ArticleRowProps) {
  const article = useFragment(
    graphql`
    fragment ArticleRow_article on Article {
      id
      databaseId
      title
      status
      error
      heldBy
      labels
      addedAt
      audio {
        url
        durationMs
      }
      ...ArticleMenu_article
    }
  `,
    key,
  );
  const formatDate = useDateTimeFormat();
  const { audio, title, status } = article;
  const edit = `/projects/${project}/${segment}/article/${article.databaseId}`;
  const track = status === 'ready' && audio ? { id: article.id, url: audioPath(audio.url), durationMs: audio.durationMs, title } : null;
  const badge = <StatusBadge status={status} />;
  const why = heldHint(article.heldBy) ?? (status === 'ready' ? null : article.error);
  return (
    <tr data-testid="article">
      <td>
        <PlayButton track={track} title={title} />
      </td>
      <td className={styles.status}>
        {why ? (
          <Tooltip label={why} multiline maw={320} withArrow events={{ hover: true, focus: true, touch: true }}>
            <button type="button" className={styles.errored} aria-label={`${status}: ${why}`}>
              {badge}
            </button>
          </Tooltip>
        ) : (
          badge
        )}
      </td>
      <td>
        <Link className={styles.title} to={edit} state={{ search }}>
          {title}
        </Link>
      </td>
      <td className={styles.date}>{formatDate(article.addedAt)}</td>
      {labels && (
        <td className={styles.labels}>
          {article.labels.map((label) => (
            <span key={label} className={styles.label} title={label}>
              {label}
            </span>
          ))}
        </td>
      )}
      <td>
        <ArticleMenu article={article} connection={connection} edit={edit} onDeleted={onDeleted} />
      </td>
    </tr>
  );
}
