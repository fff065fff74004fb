import { useEffect, useMemo, useRef, type MouseEvent } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { ArticleHighlightQuery } from '../../__generated__/ArticleHighlightQuery.graphql.ts';
import { player, usePlayer } from '../../ui/player/player.ts';
import type { Track } from '../../ui/player/player-store.ts';
import styles from './ArticleScreens.module.css';
import { spokenParagraphs } from './spoken-text.ts';
import { wordAt } from './word-at.ts';

/** The text as it is spoken: the word that sounds is marked, a click on a word plays from there. */
export function ArticleHighlight({ track }: { track: Track }) {
  const { article } = useLazyLoadQuery<ArticleHighlightQuery>(
    graphql`
    query ArticleHighlightQuery($id: ID!) @throwOnFieldError {
      article(id: $id) {
        spokenText
        highlight {
          start
          length
          startMs
        }
      }
    }
  `,
    { id: track.id },
    { fetchPolicy: 'store-and-network' },
  );
  const words = article?.highlight;
  const paragraphs = useMemo(() => spokenParagraphs(article?.spokenText ?? '', article?.highlight ?? []), [article]);
  const text = useRef<HTMLDivElement>(null);
  const state = usePlayer();
  const playing = state.track?.id === track.id && state.status === 'playing';

  useEffect(() => {
    if (!words || !text.current) return;
    const spans = text.current.querySelectorAll<HTMLElement>('[data-word]');
    let shown = text.current.querySelector<HTMLElement>('[data-current]') ?? undefined;
    let frame = 0;
    // Marked in the document itself: a word lasts a few frames, rendering all of them each time would be too slow.
    const follow = () => {
      const index = player.state().track?.id === track.id ? wordAt(words, player.currentTime() * 1000) : -1;
      const current = spans[index];
      if (current !== shown) {
        shown?.removeAttribute('data-current');
        current?.setAttribute('data-current', '');
        if (current && text.current) keepInView(text.current, current);
        shown = current;
      }
      if (playing) frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [words, playing, track.id, state.time]);

  if (!words?.length) return <p className={styles.caption}>There are no word timings for this audio.</p>;
  const playFrom = ({ target }: MouseEvent) => {
    const index = target instanceof HTMLElement ? target.dataset['word'] : undefined;
    const word = index === undefined ? undefined : words[Number(index)];
    if (word) player.playFrom(track, word.startMs / 1000);
  };
  return (
    <div ref={text} className={styles.words} tabIndex={0} role="group" aria-label="Spoken words" onClick={playFrom}>
      {paragraphs.map((pieces, paragraph) => (
        <p key={paragraph}>
          {pieces.map((piece, index) =>
            piece.word === undefined ? (
              piece.text
            ) : (
              <span key={index} data-word={piece.word}>
                {piece.text}
              </span>
            ),
          )}
        </p>
      ))}
    </div>
  );
}

/** Scrolls the text, not the page. */
function keepInView(text: HTMLElement, word: HTMLElement): void {
  const top = word.offsetTop - text.offsetTop;
  if (top < text.scrollTop || top > text.scrollTop + text.clientHeight - 40) text.scrollTop = top - text.clientHeight / 3;
}
