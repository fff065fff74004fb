import { button, type Ui } from '../controls.ts';
import { assign, fill, icon, make, say } from '../elements.ts';
import type { PlayerFeaturesWords } from '../generated/player-words.ts';

/** Without case and accents, so that "Zurich" finds "Zürich". */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export interface TranscriptSearch {
  node: HTMLElement;
  /** Searches again, after another transcript was loaded. */
  update(): void;
}

/**
 * A search field over the sentences of a transcript: matches are marked, Enter and the buttons go from one to
 * the next.
 * @param sentences that are shown now
 * @param show scrolls a sentence into view and makes it the one that Tab reaches
 */
export function transcriptSearch(
  ui: Ui,
  words: PlayerFeaturesWords,
  sentences: () => readonly HTMLElement[],
  show: (index: number) => void,
): TranscriptSearch {
  const field = make('input', { type: 'search', 'aria-label': words.search, placeholder: words.search });
  const result = make('span', { role: 'status', class: 'search-result' });
  let matches: number[] = [];
  let at = 0;

  const mark = (): void => {
    const all = sentences();
    all.forEach((sentence, index) => {
      const place = matches.indexOf(index);
      assign(sentence, 'data-match', place < 0 ? null : place === at ? 'current' : '');
    });
    const isEmpty = field.value.trim() === '';
    const count = fill(words.matchOf, { number: at + 1, count: matches.length });
    say(result, isEmpty ? '' : matches.length ? count : words.noMatch);
    for (const step of steps) step.disabled = matches.length < 2;
    if (matches.length) show(matches[at]!);
  };
  const update = (): void => {
    const query = plain(field.value.trim());
    matches = [];
    if (query)
      sentences().forEach((sentence, index) => {
        if (plain(sentence.textContent ?? '').includes(query)) matches.push(index);
      });
    at = 0;
    mark();
  };
  const go = (by: number): void => {
    if (!matches.length) return;
    at = (at + by + matches.length) % matches.length;
    mark();
  };
  const steps = [
    button(ui, 'search-step', words.searchPrevious, icon('M6 15l6-6 6 6'), () => go(-1)),
    button(ui, 'search-step', words.searchNext, icon('M6 9l6 6 6-6'), () => go(1)),
  ];
  field.addEventListener('input', update);
  field.addEventListener('keydown', (event) => {
    // Letters are typed here, and no shortcuts.
    event.stopPropagation();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
  });
  mark();
  return { node: make('div', { class: 'search', role: 'search' }, field, result, ...steps), update };
}
