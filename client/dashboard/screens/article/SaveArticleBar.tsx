import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { SaveArticleBar_article$key } from '../../__generated__/SaveArticleBar_article.graphql.ts';
import { articleWords } from '../../generated/words/article.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ArticleScreens.module.css';
import { ChangeQuote } from './cost/ChangeQuote.tsx';
import { VoicingSummary } from './cost/VoicingSummary.tsx';
import type { useArticleForm } from './use-article-form.ts';

interface SaveArticleBarProps {
  article: SaveArticleBar_article$key;
  form: ReturnType<typeof useArticleForm>;
  /** Beside the button. */
  children: ReactNode;
}

/** The button that saves an article, with what that will cost or has cost. */
export function SaveArticleBar({ article: key, form, children }: SaveArticleBarProps) {
  const article = useFragment(
    graphql`
    fragment SaveArticleBar_article on Article {
      id
      status
      audio {
        ...liveFragments_audio
      }
      lastVoicing {
        ...VoicingSummary_voicing
      }
    }
  `,
    key,
  );
  const w = useWords(articleWords);
  const { value, draft, dirty, saving, justSaved, spoken } = form;
  return (
    <div className={styles.save}>
      <Button
        type="submit"
        disabled={saving || !dirty}
        title={w.saveKeys}
        aria-keyshortcuts="Control+S Meta+S"
      >
        {saving ? w.saving : w.save}
      </Button>
      {children}
      <p className={styles.told} role="status">
        {justSaved && (
          <span className={styles.saved}>
            <IconCheck size={15} /> {w.saved}
          </span>
        )}
        {dirty && !saving && <span>{w.unsaved}</span>}
        {('title' in draft || 'text' in draft) && !saving && (
          <ChangeQuote article={article.id} draft={value} isVoiced={article.audio != null} />
        )}
        {!dirty && spoken !== 'no' && article.status === 'READY' && article.lastVoicing && (
          <VoicingSummary voicing={article.lastVoicing} again={spoken === 'again'} />
        )}
      </p>
    </div>
  );
}
