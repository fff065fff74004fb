import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { notify } from '../../ui/messages.ts';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ApiKeysDialog.module.css';

/** A key as it is shown, this once. */
export interface ShownKey {
  label: string;
  apiKey: string;
}

/** Shows new keys, this once. */
export function ApiKeysDialog({
  keys,
  onClose,
  done,
}: {
  keys: readonly ShownKey[];
  onClose: () => void;
  done?: string;
}) {
  const w = useWords(projectWords).keys;
  const copy = async (apiKey: string) => {
    if (await copyText(apiKey)) notify(w.copied, 1000);
  };
  return (
    <Dialog
      insist
      title={keys.length > 1 ? w.several : w.one}
      opened={keys.length > 0}
      onClose={onClose}
      actions={<Button onClick={onClose}>{done ?? w.done}</Button>}
    >
      <p>{w.once}</p>
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
              aria-label={w.copyOf({ label })}
            >
              {w.copy}
            </Button>
          </div>
        </div>
      ))}
    </Dialog>
  );
}
