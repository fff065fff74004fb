import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { studioWords } from '../../generated/words/studio.ts';
import { copyText } from '../../ui/copy-text.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Studio.module.css';

const copiedShown = 2000;

/** An address or a piece of code that is taken elsewhere, and the button that takes it. */
export function CopyBox({ label, value, code = false }: { label: string; value: string; code?: boolean }) {
  const { embed: w } = useWords(studioWords);
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
    <div className={styles.copy} data-tall={code || undefined}>
      {code ? (
        <textarea aria-label={label} value={value} readOnly rows={4} spellCheck={false} />
      ) : (
        <input
          aria-label={label}
          value={value}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <button type="button" aria-label={w.copyOf({ label })} onClick={() => void copy()}>
        {isCopied ? <IconCheck size={15} /> : <IconCopy size={15} />} {isCopied ? w.copied : w.copy}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && w.copiedOf({ label })}
      </span>
    </div>
  );
}
