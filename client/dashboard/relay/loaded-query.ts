import { useEffect, useRef } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { PreloadedQuery } from 'react-relay';
import type { OperationType } from 'relay-runtime';

/**
 * The query that the route's loader began. It is let go when the screen is left or another one took its
 * place, a moment later, because StrictMode mounts twice.
 */
export function useLoadedQuery<T extends OperationType>(): PreloadedQuery<T> {
  const reference = useLoaderData() as PreloadedQuery<T>;
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
  return reference;
}
