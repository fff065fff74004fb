import { Fragment, useEffect, useRef } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { ArticleHighlightQuery } from '../../__generated__/ArticleHighlightQuery.graphql.ts';
import { player, usePlayer } from '../../ui/player/player.ts';
import type { Track } from '../../ui/player/player-store.ts';
import styles from './ArticleScreens.module.css';
import { wordAt } from './word-at.ts';

/** The spoken words: the one that sounds is marked, a click plays from there. */
export function ArticleHighlight({ track }: { track: Track }) {
  const { article } = useLazyLoadQuery<ArticleHighlightQuery>(graphql`
    query ArticleHighlightQuery($id: ID!) {
      article(id: $id) {
        highlight {
          word
          startMs
        }
      }
    }
  `, { id: track.id }, { fetchPolicy: 'store-and-network' });
  const words = article?.highlight;
  const list = useRef<HTMLParagraphElement>(null);
  const state = usePlayer();
  const playing = state.track?.id === track.id && state.status === 'playing';

  useEffect(() => {
    if (!words || !list.current) return;
    const { children } = list.current;
    let shown = list.current.querySelector('[data-current]') ?? undefined;
    let frame = 0;
    // Marked in the document itself: a word lasts a few frames, rendering all of them each time would be too slow.
    const follow = () => {
      const index = player.state().track?.id === track.id ? wordAt(words, player.currentTime() * 1000) : -1;
      const current = children[index];
      if (current !== shown) {
        shown?.removeAttribute('data-current');
        current?.setAttribute('data-current', '');
        if (current && list.current) keepInView(list.current, current as HTMLElement);
        shown = current;
      }
      if (playing) frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [words, playing, track.id, state.time]);

  if (!words?.length) return <p className={styles.caption}>There are no word timings for this audio.</p>;
  return (
    <p ref={list} className={styles.words} tabIndex={0} role="group" aria-label="Spoken words">
      {words.map(({ word, startMs }, index) => (
        <Fragment key={index}><button type="button" tabIndex={-1} onClick={() => player.playFrom(track, startMs / 1000)}>{word}</button>{' '}</Fragment>
      ))}
    </p>
  );
}

/** Scrolls the list, not the page. */
function keepInView(list: HTMLElement, word: HTMLElement): void {
  const top = word.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) list.scrollTop = top - list.clientHeight / 3;
}
