import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { webhooksWords } from '../../generated/words/webhooks.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Webhooks.module.css';

interface SecretDialogProps {
  /** Null: it is closed. */
  secret: string | null;
  onClose: () => void;
}

/** The secret of a webhook, which is shown once. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const { secret: w } = useWords(webhooksWords);
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    if (secret !== null && (await copyText(secret))) setCopied(secret);
  };
  const isCopied = copied !== null && copied === secret;
  return (
    <Dialog
      title={w.title}
      opened={secret !== null}
      insist
      onClose={onClose}
      actions={
        <>
          <Button
            variant={isCopied ? 'default' : 'filled'}
            leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={() => void copy()}
          >
            {isCopied ? w.copied : w.copy}
          </Button>
          <Button variant={isCopied ? 'filled' : 'default'} onClick={onClose}>
            {w.done}
          </Button>
        </>
      }
    >
      <p>{w.hint}</p>
      <code className={styles.secret} aria-label={w.label} role="note">
        {secret}
      </code>
    </Dialog>
  );
}
