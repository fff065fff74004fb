import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notify } from '../../ui/messages.ts';
import styles from './ApiKeysDialog.module.css';

/** Shows new keys, this once. */
export function ApiKeysDialog({
  keys,
  onClose,
  done = 'Done',
}: {
  keys: readonly { label: string; apiKey: string }[];
  onClose: () => void;
  done?: string;
}) {
  const copy = async (apiKey: string) => {
    if (await copyText(apiKey)) notify('Key copied to clipboard!', 1000);
  };
  return (
    <Dialog
      insist
      title={keys.length > 1 ? 'Your API keys' : 'Your API key'}
      opened={keys.length > 0}
      onClose={onClose}
      actions={<Button onClick={onClose}>{done}</Button>}
    >
      <p>Copy it now: it is shown only once and stored in a form that nobody can read.</p>
      {keys.map(({ label, apiKey }) => (
        <div key={label}>
          <p className={styles.label}>{label}</p>
          <div className={styles.key}>
            <code data-testid="api-key">{apiKey}</code>
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconCopy size={14} />}
              onClick={() => void copy(apiKey)}
              aria-label={`Copy the key: ${label}`}
            >
              Copy
            </Button>
          </div>
        </div>
      ))}
    </Dialog>
  );
}
