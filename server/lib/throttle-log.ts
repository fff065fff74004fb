/**
 * Logs at most once in so many milliseconds, with how often it happened meanwhile: thousands of the same line
 * help nobody.
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
