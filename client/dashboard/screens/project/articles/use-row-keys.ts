import { useState, type FocusEvent, type RefObject } from 'react';
import { projectWords } from '../../../generated/words/project.ts';
import { useCommands } from '../../../ui/commands.ts';
import { useWords } from '../../../words/word-catalogue.ts';

/**
 * Goes through the rows of a table by key, and does with the one that has the focus what its parts do: J and
 * K, X, E (its link) and Space (its play button). The shortcuts list all of them, on a row or not.
 * @param select by its place in the table; null: nothing can be selected
 * @returns what the table's body listens with
 */
export function useRowKeys(
  body: RefObject<HTMLTableSectionElement | null>,
  select: ((row: number) => void) | null,
) {
  const { rowKeys: w } = useWords(projectWords);
  const [row, setRow] = useState(-1);
  const rows = () => [...(body.current?.rows ?? [])];
  const go = (to: number) => {
    const all = rows();
    all[Math.min(Math.max(to, 0), all.length - 1)]?.focus();
  };
  const press = (part: string) => () => rows()[row]?.querySelector<HTMLElement>(part)?.click();
  const byKey = { notInPalette: true } as const;
  const isOnRow = row >= 0;
  useCommands([
    { id: 'rows.next', label: w.next, keys: 'j', run: () => go(row + 1), ...byKey },
    { id: 'rows.previous', label: w.previous, keys: 'k', run: () => go(row - 1), ...byKey },
    select && {
      id: 'rows.select',
      label: w.select,
      keys: 'x',
      run: () => select(row),
      isIdle: !isOnRow,
      ...byKey,
    },
    { id: 'rows.open', label: w.open, keys: 'e', run: press('a'), isIdle: !isOnRow, ...byKey },
    {
      // On a row, it takes the place of the player's own command.
      id: isOnRow ? 'player.toggle' : 'rows.play',
      ...(isOnRow && { group: 'player' as const }),
      isIdle: !isOnRow,
      label: w.play,
      keys: 'Space',
      run: press('[data-play]'),
      ...byKey,
    },
  ]);
  return {
    onFocus: (event: FocusEvent) => setRow(rows().findIndex((one) => one.contains(event.target))),
    onBlur: ({ relatedTarget }: FocusEvent) => {
      // Where nothing else gets the focus, such as behind a dialog, the row is still the one that is meant.
      if (relatedTarget && !body.current?.contains(relatedTarget)) setRow(-1);
    },
  };
}
