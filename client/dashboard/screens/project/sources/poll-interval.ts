import { isPolled } from './source-kinds.ts';

interface Source {
  readonly type: string;
  readonly polledAt?: string | null | undefined;
  readonly nextPollAt?: string | null | undefined;
  readonly error?: string | null | undefined;
}

const first = 1_500;
const longest = 60_000;

/**
 * Returns the milliseconds until the next request for the sources' state: soon after one is due; while one is
 * being checked, less and less often. Null: none is checked.
 * @param looks number of requests since the last change
 */
export function nextPollDelay(sources: readonly Source[], looks: number, now: number): number | null {
  const due = sources
    .filter(({ type }) => isPolled(type))
    .map(({ polledAt, error, nextPollAt }) =>
      !polledAt && !error ? now : nextPollAt ? Date.parse(nextPollAt) : Infinity,
    );
  const earliest = Math.min(...due);
  if (!Number.isFinite(earliest)) return null;
  return Math.max(earliest - now, 0) + Math.min(first * 2 ** looks, longest);
}
