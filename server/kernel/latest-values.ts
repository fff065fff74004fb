/**
 * Emits the latest progress value of some work, and finally its result. Stops the work when the consumer
 * returns.
 * @param work receives a signal to stop
 */
export function latestValues<T>(
  work: (tell: (value: T) => void, signal: AbortSignal) => Promise<T>,
): AsyncIterableIterator<T> {
  const stop = new AbortController();
  const seen = latestOf<T>((tell) => work(tell, stop.signal), stop);
  const iterator: AsyncIterableIterator<T> = {
    next: () => seen.next(),
    // A generator that waits hears of `return` only after that; the signal ends the wait.
    return: () => {
      stop.abort();
      return seen.return();
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

async function* latestOf<T>(
  run: (tell: (value: T) => void) => Promise<T>,
  stop: AbortController,
): AsyncGenerator<T, void, undefined> {
  let latest: { value: T } | null = null;
  let news = Promise.withResolvers<void>();
  const result = run((value) => {
    latest = { value };
    news.resolve();
  });
  const ended = result.then(
    () => true,
    () => true,
  );
  try {
    for (;;) {
      const isEnd = await Promise.race([ended, news.promise.then(() => false)]);
      if (isEnd || stop.signal.aborted) break;
      news = Promise.withResolvers();
      const { value } = latest!;
      latest = null;
      yield value;
    }
    if (!stop.signal.aborted) yield await result;
  } finally {
    stop.abort();
    await ended;
  }
}
