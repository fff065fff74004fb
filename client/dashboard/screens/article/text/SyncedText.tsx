// oxlint-disable relay/unused-fields -- doubtText() reads the fields of reasons
import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { graphql } from 'react-relay';
import type { SyncedTextQuery } from '../../../__generated__/SyncedTextQuery.graphql.ts';
import { player, usePlayer } from '../../../ui/player/player.ts';
import type { Track } from '../../../ui/player/player-store.ts';
import { articleWords } from '../../../generated/words/article.ts';
import { doubtText, type DoubtReason } from './doubt-text.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './SyncedText.module.css';
import { syncedWords, sentenceAt, type SyncedWord } from './spoken-alignment.ts';
import { SentenceEditor } from './SentenceEditor.tsx';
import { clipPieces, spokenParagraphs, type Piece } from './spoken-text.ts';
import { keepInView, useWordListeners } from './use-word-listeners.ts';
import { wordAt } from './word-at.ts';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

interface SyncedTextProps {
  track: Track;
  text: string;
  /** A part of the text whose sentence is edited from the beginning. */
  find?: string | undefined;
  /** Absent: it cannot be edited. */
  onChange?: ((text: string) => void) | undefined;
  /** Shows the text as a field instead. */
  onWrite: () => void;
}

/**
 * The article's text itself: the word that sounds is marked, a click on a word plays from there, a double
 * click edits its sentence.
 */
export function SyncedText({ track, text, find, onChange, onWrite }: SyncedTextProps) {
  const w = useWords(articleWords).following;
  const { article } = useFreshQuery<SyncedTextQuery>(followedTextQuery, { id: track.id });
  const words = useMemo(
    () =>
      syncedWords(text, {
        text: article?.spokenText ?? '',
        words: article?.highlight ?? [],
        title: article?.title ?? '',
      }),
    [article, text],
  );
  const paragraphs = useMemo(() => spokenParagraphs(text, words), [text, words]);
  const doubts = useMemo(() => doubtsBy(words, article?.findings ?? []), [article, words]);
  const [editing, setEditing] = useState<{ start: number; end: number } | null>(() => {
    const place = find && onChange ? text.indexOf(find) : -1;
    return place === -1 ? null : sentenceAt(text, place);
  });
  const frame = useRef<HTMLDivElement>(null);
  useFollowing(frame, words, track);
  const listeners = useWordListeners(frame, words, {
    playFrom: (word) => player.playFrom(track, word.startMs / 1000),
    edit: onChange
      ? (place) => {
          const { track: on, status } = player.state();
          if (on?.id === track.id && status === 'playing') player.toggle(track);
          setEditing(sentenceAt(text, place));
        }
      : null,
  });
  return (
    <div className={styles.followed}>
      <p className={styles.hint} id="follow-hint">
        {article?.highlight.length ? w.hint : w.none}{' '}
        {onChange && (
          <Button variant="subtle" size="compact-xs" onClick={onWrite}>
            {w.write}
          </Button>
        )}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- words, which its keys let one choose */}
      <div
        ref={frame}
        className={styles.words}
        tabIndex={0}
        role="group"
        aria-label={w.spoken}
        aria-describedby="follow-hint"
        {...listeners}
      >
        <Paragraphs
          text={text}
          paragraphs={paragraphs}
          words={words}
          doubts={doubts}
          editing={onChange ? editing : null}
          onEdit={setEditing}
          onChange={onChange}
          onDone={() => {
            setEditing(null);
            frame.current?.focus({ preventScroll: true });
          }}
        />
      </div>
    </div>
  );
}

interface Sentence {
  start: number;
  end: number;
}

interface ParagraphsProps {
  text: string;
  paragraphs: readonly Piece[][];
  words: readonly SyncedWord[];
  /** Why a word may be mispronounced, by when it sounds. */
  doubts: ReadonlyMap<number, string>;
  /** The sentence that is edited. */
  editing: Sentence | null;
  onEdit: (sentence: Sentence) => void;
  onChange: ((text: string) => void) | undefined;
  onDone: () => void;
}

/** The text, with the sentence that is edited as a field. */
function Paragraphs({ text, paragraphs, words, doubts, editing, onEdit, onChange, onDone }: ParagraphsProps) {
  const w = useWords(articleWords).following;
  const shown = (pieces: Piece[]) =>
    pieces.map(({ text: piece, start, word }) => {
      const timing = word === undefined ? undefined : words[word];
      return pieceOf(piece, start, word, timing, timing && doubts.get(timing.startMs));
    });

  return paragraphs.map((pieces, index) => {
    const [from, to] = [pieces[0]!.start, pieces.at(-1)!.start + pieces.at(-1)!.text.length];
    if (!editing || editing.start < from || editing.start > to) return <p key={index}>{shown(pieces)}</p>;
    return (
      <div key={index} className={styles.opened}>
        {shown(clipPieces(pieces, from, editing.start))}
        <SentenceEditor
          label={w.sentence}
          value={text.slice(editing.start, editing.end)}
          onChange={(sentence) => {
            onChange?.(text.slice(0, editing.start) + sentence + text.slice(editing.end));
            onEdit({ start: editing.start, end: editing.start + sentence.length });
          }}
          onDone={onDone}
        />
        {shown(clipPieces(pieces, editing.end, to))}
      </div>
    );
  });
}

/**
 * Words can be clicked. Text between words can be clicked only if it contains letters, which were added after
 * the audio was generated.
 */
function pieceOf(text: string, start: number, word: number | undefined, timing?: SyncedWord, doubt?: string) {
  if (word === undefined && !/[\p{L}\p{N}]/u.test(text)) return text;
  return (
    <span
      key={start}
      data-start={start}
      data-word={word}
      data-from={timing?.startMs}
      data-doubt={doubt === undefined ? undefined : ''}
      title={doubt}
    >
      {text}
    </span>
  );
}

interface DoubtfulWord {
  readonly word: string | null | undefined;
  readonly startMs: number;
  readonly endMs: number;
  readonly reason: DoubtReason;
}

/** Returns why words may be mispronounced, by when they sound. */
function doubtsBy(
  words: readonly SyncedWord[],
  findings: readonly DoubtfulWord[],
): ReadonlyMap<number, string> {
  const doubts = new Map<number, string>();
  for (const { word, startMs, endMs, reason } of findings)
    if (word)
      for (const each of words)
        if (each.startMs >= startMs && each.startMs < endMs) doubts.set(each.startMs, doubtText(reason));
  return doubts;
}

/** Marks the word that sounds. */
function useFollowing(
  frame: { current: HTMLElement | null },
  words: readonly { startMs: number }[],
  track: Track,
): void {
  const state = usePlayer();
  const playing = state.track?.id === track.id && state.status === 'playing';
  useEffect(() => {
    const text = frame.current;
    if (!text) return;
    let shown = text.querySelector<HTMLElement>('[data-current]');
    let request = 0;
    // Marked in the document itself: a word lasts a few frames, rendering all of them each time would be too
    // slow.
    const follow = () => {
      const on = player.state().track?.id === track.id;
      const index = on ? wordAt(words, player.currentTime() * 1000) : -1;
      const current = index < 0 ? null : text.querySelector<HTMLElement>(`[data-word="${index}"]`);
      if (current !== shown) {
        shown?.removeAttribute('data-current');
        current?.setAttribute('data-current', '');
        if (current && playing) keepInView(current);
        shown = current;
      }
      if (playing) request = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(request);
  }, [frame, words, playing, track.id, state.time]);
}

const followedTextQuery = graphql`
  query SyncedTextQuery($id: ID!) @throwOnFieldError {
    article(id: $id) {
      title
      spokenText
      highlight {
        start
        length
        startMs
      }
      findings {
        position
        word
        severity
        sentence
        spoken
        startMs
        endMs
        reason {
          code
          message
          parameters
        }
      }
    }
  }
`;
