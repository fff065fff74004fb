import { Button, Textarea, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../../../ui/copy-text.ts';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../ChannelForm.module.css';

interface CopyFieldProps {
  label: string;
  description?: string | undefined;
  value: string;
  /** Of the button; else it names the label. */
  copyLabel?: string;
  /** It is code of several lines. */
  code?: boolean;
  /** It is what one came for: the button has the focus. */
  focused?: boolean | undefined;
}

const copiedShown = 2000;

/** A text to take elsewhere: an address, or code. */
export function CopyField({
  label,
  description,
  value,
  copyLabel,
  code = false,
  focused = false,
}: CopyFieldProps) {
  const w = useWords(channelsWords);
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), copiedShown);
    return () => clearTimeout(timer);
  }, [copied]);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!focused) return;
    button.current?.focus({ preventScroll: true });
    button.current?.scrollIntoView({ block: 'center' });
  }, [focused]);
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
        ref={button}
        variant="default"
        leftSection={isCopied ? <IconCheck size={15} /> : <IconCopy size={15} />}
        aria-label={copyLabel ?? w.copyOf({ label })}
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
