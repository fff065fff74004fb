/**
 * Throttles a log line to one per interval, with the number of occurrences since the last one: thousands of
 * equal lines help no one.
 */
export function throttleLog(log: (count: number) => void, everyMs = 10_000): () => void {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    timer = undefined;
    if (count === 0) return;
    log(count);
    count = 0;
    timer = setTimeout(tell, everyMs);
    timer.unref();
  };
  return () => {
    count++;
    if (!timer) tell();
  };
}
