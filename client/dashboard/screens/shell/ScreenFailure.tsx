import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { isMissingChunk, isUnauthenticated } from '../../relay/failures.ts';
import { checkRelease, isOutdated, reloadOnce } from '../../relay/release.ts';
import { useConnection } from '../../relay/connection.ts';
import { Failure } from '../../relay/Failure.tsx';
import { StartupPlaceholder } from './StartupPlaceholder.tsx';

/** Error boundary of a route. It retries automatically when the connection is restored. */
export function ScreenFailure({ whole = false }: { whole?: boolean }) {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  // Going where one is runs the loaders again and resets the boundary; revalidating would not, as the loaders
  // answer at once.
  const retry = useCallback(
    () => void navigate(pathname + search, { replace: true, preventScrollReset: true }),
    [navigate, pathname, search],
  );
  const online = useConnection((state) => state.online);
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current) retry();
    wasOnline.current = online;
  }, [online, retry]);
  // A screen of another release than the server's: its code or its query is no longer there. What was typed
  // elsewhere is kept.
  useEffect(() => {
    if (isMissingChunk(error)) void checkRelease().then((outdated) => outdated && reloadOnce());
    else if (isOutdated()) reloadOnce();
  }, [error]);
  // The way to the sign-in is already being taken.
  if (isUnauthenticated(error)) return <StartupPlaceholder />;
  const failure = <Failure error={error} onRetry={retry} />;
  return whole ? (
    <main style={{ display: 'grid', alignContent: 'center', minHeight: '100dvh' }}>{failure}</main>
  ) : (
    failure
  );
}
