import { Button } from '@mantine/core';
import { IconCloudOff, IconLock, IconMoodEmpty, IconRefresh } from '@tabler/icons-react';
import { EmptyState } from '../ui/EmptyState.tsx';
import { isMissingChunk, isNotFound, NetworkError, ServerError, wordsOf } from './failures.ts';

/** Says what went wrong in place of a screen, and offers to try again where that can help. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const retry = (
    <Button leftSection={<IconRefresh size={16} />} onClick={onRetry}>
      Try again
    </Button>
  );
  if (isNotFound(error)) return <NotFound />;
  if (error instanceof NetworkError)
    return (
      <EmptyState screen role="alert" icon={IconCloudOff} title="No connection" action={retry}>
        {error.message}
      </EmptyState>
    );
  if (error instanceof ServerError && error.code === 'FORBIDDEN') {
    return (
      <EmptyState screen role="alert" icon={IconLock} title="Not allowed">
        {error.message}
      </EmptyState>
    );
  }
  const { message, errorId } = wordsOf(error);
  return (
    <EmptyState
      screen
      role="alert"
      icon={IconMoodEmpty}
      title={isMissingChunk(error) ? 'This page could not be loaded' : 'Something went wrong'}
      action={retry}
    >
      {message}
      {errorId && (
        <>
          <br />
          Please give the operator this number: <code>{errorId}</code>
        </>
      )}
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
