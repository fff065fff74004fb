import { Button } from '@mantine/core';
import { IconCloudOff, IconLock, IconMoodEmpty, IconRefresh } from '@tabler/icons-react';
import { isNotFound, NetworkError, ServerError } from './failures.ts';
import { EmptyState } from '../ui/EmptyState.tsx';

/** Says what went wrong in place of a screen, and offers to try again where that can help. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const retry = <Button leftSection={<IconRefresh size={16} />} onClick={onRetry}>Try again</Button>;
  if (isNotFound(error)) return <NotFound />;
  if (error instanceof NetworkError) return <EmptyState screen role="alert" icon={IconCloudOff} title="No connection" action={retry}>{error.message}</EmptyState>;
  if (error instanceof ServerError && error.code === 'FORBIDDEN') {
    return <EmptyState screen role="alert" icon={IconLock} title="Not allowed">{error.message}</EmptyState>;
  }
  // A chunk of the program that an update took away, for one.
  const chunk = error instanceof TypeError && /dynamically imported module/i.test(error.message);
  return (
    <EmptyState screen role="alert" icon={IconMoodEmpty} title={chunk ? 'This page could not be loaded' : 'Something went wrong'} action={retry}>
      {error instanceof Error && !chunk ? error.message : 'Try again in a moment.'}
      {error instanceof ServerError && error.errorId && <><br />Tell the operator this number: <code>{error.errorId}</code></>}
    </EmptyState>
  );
}

export function NotFound({ what = 'page' }: { what?: string }) {
  return (
    <EmptyState screen icon={IconMoodEmpty} title="Not found">
      This {what} does not exist, or you may not see it.
    </EmptyState>
  );
}
