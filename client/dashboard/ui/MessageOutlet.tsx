import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Dialog } from './Dialog.tsx';
import { dismissError, useMessages } from './messages.ts';
import styles from './MessageOutlet.module.css';

/** Where notices and the error dialog appear; stands once in the page. */
export function MessageOutlet() {
  const { notices, error } = useMessages();
  return (
    <>
      <div className={styles.notices} role="status" aria-live="polite">
        {notices.map((notice) => (
          <p key={notice.id} className={styles.notice}>
            {notice.tone === 'good' && <IconCheck size={16} className={styles.check} />}
            {notice.text}
          </p>
        ))}
      </div>
      <Dialog
        title="Error"
        opened={error !== null}
        onClose={dismissError}
        actions={
          <Button onClick={dismissError} data-autofocus>
            Ok
          </Button>
        }
      >
        <p>{error?.message}</p>
        {error?.errorId && (
          <p>
            Please give the operator this number: <code>{error.errorId}</code>
          </p>
        )}
      </Dialog>
    </>
  );
}
