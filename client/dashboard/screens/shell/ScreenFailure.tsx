import { useEffect, useRef } from 'react';
import { useRevalidator, useRouteError } from 'react-router-dom';
import { isUnauthenticated } from '../../relay/failures.ts';
import { useConnection } from '../../relay/connection.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Starting } from './Starting.tsx';

/** A route's error boundary. It tries again by itself when the connection comes back. */
export function ScreenFailure({ whole = false }: { whole?: boolean }) {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const { online } = useConnection();
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current) void revalidate();
    wasOnline.current = online;
  }, [online, revalidate]);
  // The way to the sign-in is already being taken.
  if (isUnauthenticated(error)) return <Starting />;
  const failure = <Failure error={error} onRetry={() => void revalidate()} />;
  return whole ? <main style={{ display: 'grid', alignContent: 'center', minHeight: '100dvh' }}>{failure}</main> : failure;
}
