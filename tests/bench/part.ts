import type { Figure } from './figure.ts';

/** Part of the table: figures that are measured together, in a separate process. */
export interface Part {
  /** Of the full size, about, on two cores. */
  minutes: number;
  /** Rows that can be requested alone, as `part/row`. */
  rows: readonly string[];
  /** @param only of these rows; of all when there are none */
  measure(size: Size, only: readonly string[]): Promise<Figure[]>;
}

/** `tiny` shows only that everything is measured. */
export type Size = 'full' | 'tiny';

/** Declares a part whose sizes (rounds, seconds, characters…) are given for both. */
export function definePart<Sizes>({
  minutes,
  rows = [],
  full,
  tiny,
  measure,
}: {
  minutes: number;
  rows?: readonly string[];
  full: Sizes;
  /** What is not given is as in `full`. */
  tiny: Partial<Sizes>;
  measure(sizes: Sizes, wants: (row: string) => boolean): Promise<Figure[]>;
}): Part {
  return {
    minutes,
    rows,
    measure: (size, only) =>
      measure(
        size === 'tiny' ? { ...full, ...tiny } : full,
        (row) => only.length === 0 || only.includes(row),
      ),
  };
}
