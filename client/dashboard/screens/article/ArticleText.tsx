import { Button, Switch } from '@mantine/core';
import { IconEar } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useMemo, useRef, type RefObject } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useLocation } from 'react-router-dom';
import type { ArticleText_article$key } from '../../__generated__/ArticleText_article.graphql.ts';
import { articleWords } from '../../generated/words/article.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { audioPath } from '../../ui/player/audio-path.ts';
import type { Track } from '../../ui/player/player-store.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import styles from './ArticleScreens.module.css';
import { TextField } from './fields/TextField.tsx';
import { FollowableText } from './text/FollowableText.tsx';
import { highlightAtFirst, setHighlightEnabled, useHighlightEnabled } from './text/highlight-cookie.ts';
import { SelectionBar } from './text/SelectionBar.tsx';
import type { useArticleForm } from './use-article-form.ts';

/** Its words come with it. */
const WordEntry = lazy(() => withWords(import('../dictionaries/entries/WordEntry.tsx')));

interface ArticleTextProps {
  article: ArticleText_article$key;
  form: ReturnType<typeof useArticleForm>;
}

/** The text of an article as a page to read, to listen to and to edit. */
export function ArticleText({ article: key, form }: ArticleTextProps) {
  const article = useFragment(
    graphql`
    fragment ArticleText_article on Article {
      id
      title
      canEdit
      audio {
        ...liveFragments_audio
        url
        durationMs
      }
      project {
        id
        entitlements
      }
      ...FollowableText_article
    }
  `,
    key,
  );
  const w = useWords(articleWords);
  const { value, errors, edit } = form;
  const { id, title, audio, canEdit, project } = article;
  // Who comes from a review wants to change this sentence.
  const { state } = useLocation() as { state: { find?: unknown } | null };
  const find = typeof state?.find === 'string' ? state.find : undefined;
  const marks = project.entitlements.includes('FEATURE_HIGHLIGHT_TEXT');
  const isFollowing = useHighlightEnabled() && marks;
  useEffect(() => {
    if (marks) highlightAtFirst();
  }, [marks]);
  const frame = useRef<HTMLDivElement>(null);
  const track = useMemo(
    () => (audio ? { id, url: audioPath(audio.url), durationMs: audio.durationMs, title } : null),
    [audio, id, title],
  );
  return (
    <div className={styles.text}>
      <div className={styles.textHead}>
        <span className={styles.count} aria-live="off">
          {w.characters({ count: value.text.length })}
        </span>
        {canEdit && <PronunciationTools project={project.id} within={frame} track={track} />}
        {marks && audio && (
          <Switch
            size="sm"
            label={w.audio.follow}
            checked={isFollowing}
            onChange={(event) => setHighlightEnabled(event.currentTarget.checked)}
          />
        )}
      </div>
      <div ref={frame}>
        {isFollowing && audio ? (
          <>
            <FollowableText
              article={article}
              text={value.text}
              find={find}
              onChange={canEdit ? (changed) => edit({ text: changed }) : undefined}
            />
            <FieldError>{errors['text']}</FieldError>
          </>
        ) : (
          <TextField isPage value={value} errors={errors} disabled={!canEdit} find={find} onChange={edit} />
        )}
      </div>
    </div>
  );
}

interface PronunciationToolsProps {
  /** Global ID. */
  project: string;
  /** What text is selected in. */
  within: RefObject<HTMLDivElement | null>;
  track: Track | null;
}

/** Fixes how selected text is pronounced: by a button above the text, and by a bar beside the selection. */
function PronunciationTools({ project, within, track }: PronunciationToolsProps) {
  const { selection: w } = useWords(articleWords);
  return (
    <Suspense>
      <WordEntry project={project} within={within}>
        {(begin, isBusy) => (
          <>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconEar size={15} />}
              loading={isBusy}
              title={w.fixHint}
              // What is marked stays marked.
              onMouseDown={(event) => event.preventDefault()}
              onClick={begin}
            >
              {w.fix}
            </Button>
            <SelectionBar within={within} project={project} track={track} isFixing={isBusy} onFix={begin} />
          </>
        )}
      </WordEntry>
    </Suspense>
  );
}
