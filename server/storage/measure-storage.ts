import { errorMonitor } from 'node:events';
import { metrics } from '../lib/metrics.ts';
import { traceBelow } from '../lib/tracing.ts';
import { StorageError, type Storage } from './storage.ts';

type Operation = 'put' | 'putFile' | 'get' | 'stat' | 'stream' | 'delete' | 'list' | 'listAll' | 'probe';

/** Counts a failure. A missing file and a call that its caller ended are not failures of the storage. */
function countFailure(operation: Operation, error: unknown): void {
  const reason = error instanceof StorageError ? error.trouble : 'other';
  const isEnded = error instanceof Error && /^(?:Abort|Timeout)Error$/.test(error.name);
  if (reason !== 'absent' && !isEnded) metrics.storageErrors.inc({ operation, reason });
}

async function measure<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
  const end = metrics.storageSeconds.startTimer({ operation });
  try {
    return await traceBelow(`storage ${operation}`, { 'parlance.operation': operation }, work);
  } catch (error) {
    countFailure(operation, error);
    throw error;
  } finally {
    end();
  }
}

async function* measureList<T>(operation: Operation, items: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* items;
  } catch (error) {
    countFailure(operation, error);
    throw error;
  }
}

/** Measures how long operations on files take, and counts those that fail, for `/metrics`. */
export function measureStorage(storage: Storage): Storage {
  return {
    ...storage,
    put: (key, content, call) => measure('put', () => storage.put(key, content, call)),
    putFile: (key, path, call) => measure('putFile', () => storage.putFile(key, path, call)),
    get: (key, call) => measure('get', () => storage.get(key, call)),
    stat: (key, call) => measure('stat', () => storage.stat(key, call)),
    delete: (key, call) => measure('delete', () => storage.delete(key, call)),
    list: (folder, call) => measureList('list', storage.list(folder, call)),
    listAll: (call) => measureList('listAll', storage.listAll(call)),
    async stream(key, range, call) {
      const stream = await measure('stream', () => storage.stream(key, range, call));
      // Sees the error without handling it: a reader that forgets to is still found.
      return stream.on(errorMonitor, (error: unknown) => countFailure('stream', error));
    },
    async whyNotWritable() {
      const why = await measure('probe', () => storage.whyNotWritable());
      if (why !== null) metrics.storageErrors.inc({ operation: 'probe', reason: 'other' });
      return why;
    },
  };
}
