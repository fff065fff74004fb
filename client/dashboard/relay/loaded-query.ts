import { useEffect, useRef, useState } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { PreloadedQuery } from 'react-relay';
import type { OperationType } from 'relay-runtime';

/**
 * The query that the route's loader began. It is let go when the screen is left or another one took its
 * place, a moment later, because StrictMode mounts twice.
 * @throws what it failed with. By itself Relay tells whoever renders next: a part that waits for its fragment
 * would find that there is no data, not why.
 */
export function useLoadedQuery<T extends OperationType>(): PreloadedQuery<T> {
  const reference = useLoaderData() as PreloadedQuery<T>;
  const [failed, setFailed] = useState<{ of: PreloadedQuery<T>; error: Error } | null>(null);
  useEffect(() => {
    const watched = reference.source?.subscribe({
      error: (error: Error) => setFailed({ of: reference, error }),
    });
    return () => watched?.unsubscribe();
  }, [reference]);
  const mounted = useRef<PreloadedQuery<T> | null>(null);
  useEffect(() => {
    mounted.current = reference;
    return () => {
      mounted.current = null;
      queueMicrotask(() => {
        if (mounted.current !== reference) reference.dispose();
      });
    };
  }, [reference]);
  if (failed?.of === reference) throw failed.error;
  return reference;
}
