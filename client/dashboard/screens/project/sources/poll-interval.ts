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
 * Milliseconds until it is worth asking how the sources are: soon after one is due; while it is read, less
 * and less often. Null: none of them is read.
 * @param looks how often was asked since something changed
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
