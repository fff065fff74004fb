import { Button } from '@mantine/core';
import { IconCloudOff, IconLock, IconMoodEmpty, IconRefresh } from '@tabler/icons-react';
import { EmptyState } from '../ui/lists/EmptyState.tsx';
import { code } from '../ui/rich-text.tsx';
import { formatServerMessage } from '../words/server-words.ts';
import { uiWords } from '../generated/words/ui.ts';
import { useWords } from '../words/word-catalogue.ts';
import { isMissingChunk, isNotFound, NetworkError, ServerError, failureMessage } from './failures.ts';

/** Says what went wrong in place of a screen, and offers to try again where that can help. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const w = useWords(uiWords);
  const retry = (
    <Button leftSection={<IconRefresh size={16} />} onClick={onRetry}>
      {w.tryAgain}
    </Button>
  );
  if (isNotFound(error)) return <NotFound />;
  if (error instanceof NetworkError)
    return (
      <EmptyState screen role="alert" icon={IconCloudOff} title={w.noConnection} action={retry}>
        {formatServerMessage(error.told)}
      </EmptyState>
    );
  if (error instanceof ServerError && error.code === 'FORBIDDEN') {
    return (
      <EmptyState screen role="alert" icon={IconLock} title={w.notAllowed}>
        {formatServerMessage(error.told)}
      </EmptyState>
    );
  }
  const { message, errorId } = failureMessage(error);
  return (
    <EmptyState
      screen
      role="alert"
      icon={IconMoodEmpty}
      title={isMissingChunk(error) ? w.pageNotLoaded : w.wentWrong}
      action={retry}
    >
      {message}
      {errorId && (
        <>
          <br />
          {w.errorNumber({ number: errorId, code })}
        </>
      )}
    </EmptyState>
  );
}

export function NotFound({ what = 'page' }: { what?: keyof typeof uiWords.en.things }) {
  const w = useWords(uiWords);
  return (
    <EmptyState screen icon={IconMoodEmpty} title={w.notFound}>
      {w.notFoundText({ what: w.things[what] })}
    </EmptyState>
  );
}
