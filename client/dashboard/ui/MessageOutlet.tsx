import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { uiWords } from '../generated/words/ui.ts';
import { useWords } from '../words/word-catalogue.ts';
import { Dialog } from './dialogs/Dialog.tsx';
import { dismissError, dismissNotice, useMessages } from './messages.ts';
import styles from './MessageOutlet.module.css';
import { code } from './rich-text.tsx';

/** Renders notices and the error dialog. Mounted once per page. */
export function MessageOutlet() {
  const w = useWords(uiWords);
  const { notices, error } = useMessages();
  return (
    <>
      <div className={styles.notices} role="status" aria-live="polite">
        {notices.map((notice) => (
          <p key={notice.id} className={styles.notice}>
            {notice.tone === 'good' && <IconCheck size={16} className={styles.check} />}
            {notice.text}
            {notice.action && (
              <button
                type="button"
                className={styles.action}
                onClick={() => {
                  dismissNotice(notice.id);
                  notice.action!.run();
                }}
              >
                {notice.action.label}
              </button>
            )}
          </p>
        ))}
      </div>
      <Dialog
        title={w.error}
        opened={error !== null}
        onClose={dismissError}
        actions={
          <Button onClick={dismissError} data-autofocus>
            {w.ok}
          </Button>
        }
      >
        <p>{error?.message}</p>
        {error?.errorId && <p>{w.errorNumber({ number: error.errorId, code })}</p>}
      </Dialog>
    </>
  );
}
