import { createExtractionThreads, type ExtractionThreads } from '../../extraction/thread.ts';
import type { App } from '../app.ts';

const readers = new WeakMap<App, ExtractionThreads>();

/** Reads what others wrote outside the event loop: a thread that begins when it is needed and ends soon after. */
export function readerOf(app: App): ExtractionThreads {
  let reader = readers.get(app);
  if (!reader) readers.set(app, (reader = createExtractionThreads()));
  return reader;
}
