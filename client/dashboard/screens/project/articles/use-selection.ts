import { useState } from 'react';

interface Selected {
  /** What the list is filtered by: another filter, another selection. */
  of: string;
  ids: ReadonlySet<string>;
  all: boolean;
}

/** Articles that are ticked, across the pages of a filter, or all of it. */
export function useSelection(of: string) {
  const none: Selected = { of, ids: new Set(), all: false };
  const [selected, setSelected] = useState<Selected>(none);
  const present = selected.of === of ? selected : none;
  /**
   * Ticks them, or takes the ticks away; of all of the filter, only these stay ticked then that are seen.
   */
  const set = (ids: readonly string[], ticked: boolean) => {
    const next = new Set(present.ids);
    for (const id of ids) {
      if (ticked) next.add(id);
      else next.delete(id);
    }
    setSelected({ of, ids: next, all: false });
  };
  const has = (id: string): boolean => present.all || present.ids.has(id);
  return {
    any: present.all || present.ids.size > 0,
    /** Null: all of the filter. */
    ids: present.all ? null : [...present.ids],
    has,
    set,
    toggle: (id: string) => set([id], !has(id)),
    selectAll: () => setSelected({ of, ids: present.ids, all: true }),
    clear: () => setSelected(none),
  };
}
