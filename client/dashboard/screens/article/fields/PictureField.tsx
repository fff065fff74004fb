import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { articleWords } from '../../../generated/words/article.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './PictureField.module.css';

export interface PictureDraft {
  /** Empty: none. */
  imageUrl: string;
}

/** Milliseconds after the last keystroke. */
const pause = 600;

/** The picture of an article, by its address. */
export function PictureField({
  value: { imageUrl },
  error,
  disabled,
  onChange,
}: {
  value: PictureDraft;
  error: string | undefined;
  disabled: boolean;
  onChange: (part: Partial<PictureDraft>) => void;
}) {
  const w = useWords(articleWords).picture;
  // Hosts whose names are half typed are none of ours to ask.
  const [shown] = useDebouncedValue(imageUrl.trim(), pause);
  return (
    <div className={styles.picture}>
      {URL.canParse(shown) && <Preview key={shown} address={shown} />}
      <div className={styles.address}>
        <TextInput
          type="url"
          label={w.label}
          description={w.hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={imageUrl}
          error={error}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ imageUrl: currentTarget.value })}
        />
        {imageUrl !== '' && !disabled && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onChange({ imageUrl: '' })}>
            {w.remove}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Shows the picture without sending a referrer to its host. */
function Preview({ address }: { address: string }) {
  const w = useWords(articleWords).picture;
  const [failed, setFailed] = useState(false);
  if (!address.startsWith('https:')) return <p className={styles.failed}>{w.insecure}</p>;
  if (failed) return <p className={styles.failed}>{w.failed}</p>;
  return (
    <img
      className={styles.shown}
      src={address}
      alt={w.shown}
      width={160}
      height={90}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}
