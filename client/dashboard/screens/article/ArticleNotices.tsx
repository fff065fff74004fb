// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { Button, Loader } from '@mantine/core';
import { IconMicrophone2 } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type {
  ArticleNotices_article$key,
  HoldReason,
} from '../../__generated__/ArticleNotices_article.graphql.ts';
import type { ArticleStatus_article$key } from '../../__generated__/ArticleStatus_article.graphql.ts';
import { articleWords } from '../../generated/words/article.ts';
import { StatusBadge } from '../../ui/lists/StatusBadge.tsx';
import { formatStored } from '../../words/server-words.ts';
import { currentWords, useWords } from '../../words/word-catalogue.ts';
import { outOfCharacters, OutOfCharacters } from '../buying/OutOfCharacters.tsx';
import styles from './ArticleScreens.module.css';
import { EmbargoNotice } from './fields/EmbargoField.tsx';
import { holdReason } from './hold-reason.ts';
import { TextOrigin } from './TextOrigin.tsx';
import { useReleaseArticle } from './use-release-article.ts';
import { isSettled } from './use-poll-until-settled.ts';

interface ArticleNoticesProps {
  article: ArticleNotices_article$key;
  saving: boolean;
  onPublish: () => void;
  onReleased: () => void;
}

/** The status of an article, and whether its audio is being generated. */
export function ArticleStatus({ article: key }: { article: ArticleStatus_article$key }) {
  const article = useFragment(
    graphql`
    fragment ArticleStatus_article on Article {
      status
      holdReason
      heldBy
      doubtfulPassage
    }
  `,
    key,
  );
  const w = useWords(articleWords);
  const isMoving = !holdReason(article) && !isSettled(article.status);
  return (
    <div className={styles.status} role="status" aria-live="polite">
      <StatusBadge status={article.status} />
      {isMoving && <Loader size={16} aria-label={w.audioMade} role="img" />}
    </div>
  );
}

/** What holds an article, and what went wrong with it. */
export function ArticleNotices({ article: key, saving, onPublish, onReleased }: ArticleNoticesProps) {
  const article = useFragment(
    graphql`
    fragment ArticleNotices_article on Article {
      id
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
      canEdit
      project {
        id
      }
      ...TextOrigin_article
    }
  `,
    key,
  );
  const w = useWords(articleWords);
  const [release, releasing] = useReleaseArticle(article.id, onReleased);
  const hint = holdReason(article);
  return (
    <>
      {hint && (
        <div className={styles.held}>
          <span>{heldText(article.holdReason, hint)}</span>
          {article.canEdit && article.holdReason !== 'REVIEW' && (
            <Button
              size="xs"
              leftSection={<IconMicrophone2 size={15} />}
              loading={releasing}
              onClick={release}
            >
              {article.holdReason === 'DOUBTFUL_PASSAGES' ? w.publishNow : w.voiceNow}
            </Button>
          )}
        </div>
      )}
      {article.publishAt && (
        <EmbargoNotice
          until={article.publishAt}
          saving={saving}
          onPublish={article.canEdit ? onPublish : undefined}
        />
      )}
      {article.error && article.status !== 'READY' && (
        <p className={styles.error}>{formatStored(article.error, article.errorNotices)}</p>
      )}
      <OutOfCharacters
        project={article.project.id}
        waits={
          article.status === 'ERRORED' &&
          (article.errorNotices?.some(({ code }) => code === outOfCharacters) ?? false)
        }
      />
      <TextOrigin article={article} />
    </>
  );
}

/** Shows why the article is on hold, and how to release it. */
function heldText(reason: HoldReason | null | undefined, hint: string): string {
  const w = currentWords(articleWords);
  if (reason === 'REVIEW') return hint;
  return reason === 'DOUBTFUL_PASSAGES' ? w.heldToPublish({ hint }) : w.heldUntil({ hint });
}
