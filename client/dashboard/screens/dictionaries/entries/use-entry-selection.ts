import { useState } from 'react';

/** The entries that are selected, by global id; those of other pages stay selected. */
export function useEntrySelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = (entry: string, on: boolean) =>
    setSelected((before) => {
      const next = new Set(before);
      if (on) next.add(entry);
      else next.delete(entry);
      return next;
    });
  const deselect = (gone: readonly string[]) =>
    setSelected(new Set([...selected].filter((entry) => !gone.includes(entry))));
  return { selected, select, deselect };
}
