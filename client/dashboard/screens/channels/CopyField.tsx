import { Button, Textarea, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from '../../ui/copy-text.ts';
import { channelsWords } from '../../generated/words/channels.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ChannelForm.module.css';

interface CopyFieldProps {
  label: string;
  description?: string | undefined;
  value: string;
  /** It is code of several lines. */
  code?: boolean;
}

const copiedShown = 2000;

/** A text to take elsewhere: an address, or code. */
export function CopyField({ label, description, value, code = false }: CopyFieldProps) {
  const w = useWords(channelsWords);
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), copiedShown);
    return () => clearTimeout(timer);
  }, [copied]);
  const isCopied = copied === value;
  const copy = async () => {
    if (await copyText(value)) setCopied(value);
  };
  return (
    <div className={styles.copy}>
      {code ? (
        <Textarea
          label={label}
          description={description}
          value={value}
          readOnly
          autosize
          minRows={2}
          spellCheck={false}
          className={styles.code!}
        />
      ) : (
        <TextInput
          label={label}
          description={description}
          value={value}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <Button
        variant="default"
        leftSection={isCopied ? <IconCheck size={15} /> : <IconCopy size={15} />}
        aria-label={w.copyOf({ label })}
        onClick={() => void copy()}
      >
        {isCopied ? w.copied : w.copy}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied && w.copiedOf({ label })}
      </span>
    </div>
  );
}
