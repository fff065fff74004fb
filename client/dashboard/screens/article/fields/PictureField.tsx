import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useUploadImage } from '../../../frames/use-upload-image.ts';
import { articleWords } from '../../../generated/words/article.ts';
import { UploadField } from '../../../ui/forms/UploadField.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import { imageProblem } from '../../sounds/file-checks.ts';
import styles from './PictureField.module.css';

export interface PictureDraft {
  /** Empty: none. */
  imageUrl: string;
}

/** Milliseconds after the last keystroke. */
const pause = 600;

/** The picture of an article: uploaded, or by its address. */
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
  const send = useUploadImage(({ url }) => onChange({ imageUrl: url }));
  // Half-typed host names must not be requested.
  const [shown] = useDebouncedValue(imageUrl.trim(), pause);
  return (
    <fieldset className={styles.picture}>
      <legend>{w.label}</legend>
      {URL.canParse(shown) && <Preview key={shown} address={shown} />}
      <div className={styles.address}>
        {!disabled && (
          <UploadField
            label={imageUrl === '' ? w.upload : w.replace}
            hint={w.files}
            accept=".jpg,.jpeg,.png,image/jpeg,image/png"
            check={imageProblem}
            send={send}
          />
        )}
        <TextInput
          type="url"
          label={w.address}
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
    </fieldset>
  );
}

/** Shows the picture without sending a referrer to its host. */
function Preview({ address }: { address: string }) {
  const w = useWords(articleWords).picture;
  const [failed, setFailed] = useState(false);
  const isOwn = new URL(address).origin === location.origin;
  if (!address.startsWith('https:') && !isOwn) return <p className={styles.failed}>{w.insecure}</p>;
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
