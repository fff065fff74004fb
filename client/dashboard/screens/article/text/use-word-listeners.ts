import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import type { SyncedWord } from './spoken-alignment.ts';

/** Milliseconds within which a second click makes a double click. */
const doubleClick = 220;

interface WordActions {
  playFrom: (word: SyncedWord) => void;
  /** Edits the sentence at a place of the text; null: it cannot be edited. */
  edit: ((place: number) => void) | null;
}

/**
 * Returns event listeners for the element with a text's words: a click plays from a word and a double click
 * edits its sentence, as do Enter and F2 for the word to which the arrow keys move the cursor.
 */
export function useWordListeners(
  frame: RefObject<HTMLElement | null>,
  words: readonly SyncedWord[],
  { playFrom, edit }: WordActions,
) {
  const cursor = useRef(0);
  const clicked = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(clicked.current), []);
  const play = (index: number) => {
    const word = words[index];
    if (word) playFrom(word);
  };
  const open = (place: number) => {
    clearTimeout(clicked.current);
    edit?.(place);
  };
  return {
    onClick: ({ target, detail }: MouseEvent) => {
      const index = target instanceof HTMLElement ? target.dataset['word'] : undefined;
      if (index === undefined || detail > 1) return;
      cursor.current = Number(index);
      clicked.current = setTimeout(() => play(Number(index)), edit ? doubleClick : 0);
    },
    onDoubleClick: ({ target }: MouseEvent) => {
      const place = target instanceof HTMLElement ? target.dataset['start'] : undefined;
      if (place !== undefined) open(Number(place));
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.target !== event.currentTarget) return;
      const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
      const step = steps[event.key];
      if (step !== undefined) {
        cursor.current = Math.min(Math.max(cursor.current + step, 0), words.length - 1);
        moveCursor(frame.current, cursor.current);
      } else if (event.key === 'Enter') play(cursor.current);
      else if (event.key === 'F2' && words[cursor.current]) open(words[cursor.current]!.start);
      else return;
      event.preventDefault();
    },
  };
}

function moveCursor(frame: HTMLElement | null, index: number): void {
  frame?.querySelector('[data-cursor]')?.removeAttribute('data-cursor');
  const word = frame?.querySelector<HTMLElement>(`[data-word="${index}"]`);
  word?.setAttribute('data-cursor', '');
  if (word) keepInView(word);
}

/** Part of the window in which a word is read comfortably. */
const [highest, lowest] = [0.15, 0.8];

/** Scrolls the page to a word that has just left the window; one that is far away is not looked at. */
export function keepInView(word: HTMLElement): void {
  const { top } = word.getBoundingClientRect();
  const isNear = top > -innerHeight * 0.3 && top < innerHeight * 1.3;
  if (isNear && (top < innerHeight * highest || top > innerHeight * lowest))
    scrollBy({ top: top - innerHeight / 3, behavior: 'smooth' });
}
