const seconds = { first: 5, most: 8 * 3_600, deadline: 3 * 86_400 } as const;
/** Factor between consecutive delays. */
const factor = 3;
/** Delays differ by up to this share, so that messages that failed together are not repeated together. */
const jitter = 0.25;

/**
 * Returns the seconds until the next attempt; null: three days have passed, and the message has failed. The
 * last attempt is at the end of the third day.
 * @param attempts failed attempts, at least 1
 * @param elapsed seconds since the first attempt
 * @param retryAfter seconds that the receiver asked for, if it did; longer than eight hours is ignored
 * @param random from 0 to 1
 */
export function secondsUntilRetry({
  attempts,
  elapsed,
  retryAfter = null,
  random = Math.random(),
}: {
  attempts: number;
  elapsed: number;
  retryAfter?: number | null;
  random?: number;
}): number | null {
  const left = seconds.deadline - elapsed;
  if (left <= 0) return null;
  const planned = Math.min(seconds.first * factor ** (attempts - 1), seconds.most);
  const spread = planned * (1 - jitter + 2 * jitter * random);
  const asked = retryAfter !== null && retryAfter <= seconds.most ? retryAfter : 0;
  return Math.min(Math.max(spread, asked), left);
}

/** Reads the header Retry-After in its form of seconds. */
export function retryAfterOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null;
}
