import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

import { formWords } from '../../generated/words/form.ts';
import { currentWords } from '../../words/word-catalogue.ts';

interface Reordering {
  /** How many there are. */
  count: number;
  /** Of the item at a place, as it is announced. */
  nameOf: (index: number) => string;
  /** Puts an item at another place. */
  onMove: (from: number, to: number) => void;
}

/** Pixels that are no drag yet. */
const slack = 4;

/**
 * Reorders a list by its items' handles: with the pointer by dragging, with the keyboard by the arrow keys,
 * Home and End. `announcement` reports the result to screen readers.
 */
export function useReorder<List extends HTMLElement>({ count, nameOf, onMove }: Reordering) {
  const list = useRef<List>(null);
  const [dragged, setDragged] = useState<{ index: number; from: number; shift: number } | null>(null);
  const [announcement, setAnnouncement] = useState('');

  const move = (from: number, to: number) => {
    const w = currentWords(formWords).move;
    const place = Math.min(Math.max(to, 0), count - 1);
    if (place === from) return setAnnouncement(w.stays({ name: nameOf(from), place: from + 1, count }));
    setAnnouncement(w.moved({ name: nameOf(from), place: place + 1, count }));
    onMove(from, place);
    // The item keeps the focus at its new place.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-handle]')[place]?.focus());
  };
  /** Returns the new index: the number of other items whose middle is above the pointer. */
  const placeAt = (y: number, index: number): number =>
    [...(list.current?.children ?? [])].filter((row, other) => {
      const { top, height } = row.getBoundingClientRect();
      return other !== index && top + height / 2 < y;
    }).length;

  const handle = (index: number) => ({
    'data-handle': '',
    onKeyDown: (event: KeyboardEvent) => {
      const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key];
      if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      move(index, to);
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged({ index, from: event.clientY, shift: 0 });
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      setDragged((now) => (now?.index === index ? { ...now, shift: clientY - now.from } : now));
    },
    onPointerUp: ({ clientY }: PointerEvent) => {
      if (dragged?.index !== index) return;
      setDragged(null);
      if (Math.abs(clientY - dragged.from) >= slack) move(index, placeAt(clientY, index));
    },
    onPointerCancel: () => setDragged(null),
  });
  return { list, dragged, announcement, handle };
}
