import { useEffect, useRef, useState } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { PreloadedQuery } from 'react-relay';
import type { OperationType } from 'relay-runtime';

/**
 * Returns the query that the route's loader started. It is released a moment after the screen is left or
 * another query replaces it, because StrictMode mounts twice.
 * @throws the query's failure. Relay alone would throw it only at the next component to render: a part that
 * waits for its fragment would see missing data, not the reason.
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
