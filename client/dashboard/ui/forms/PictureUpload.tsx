import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FieldError } from './FieldError.tsx';
import styles from './PictureUpload.module.css';
import { UploadField } from './UploadField.tsx';

interface PictureUploadProps {
  label: string;
  description?: string | undefined;
  /** Null: there is none yet. */
  picture: { url: string; alt: string } | null;
  /** Width and height in pixels. */
  size: number;
  words: { remove: string; replace: string; upload: string; hint: string };
  error: string | undefined;
  /** Why a file cannot be taken; null: it can. */
  check: (file: File) => string | null;
  /** As `UploadField` takes it. */
  send: (file: File, onProgress: (sent: number) => void) => Promise<string | null>;
  onRemove: () => void;
  children?: ReactNode;
}

/** A picture that is uploaded, replaced and removed. */
export function PictureUpload({
  label,
  description,
  picture,
  size,
  words: w,
  error,
  check,
  send,
  onRemove,
  children,
}: PictureUploadProps) {
  return (
    <fieldset className={styles.field} aria-invalid={error ? true : undefined}>
      <legend>{label}</legend>
      {description && <p className={styles.hint}>{description}</p>}
      {picture && (
        <div className={styles.picture}>
          <img src={picture.url} alt={picture.alt} width={size} height={size} />
          <Button
            variant="subtle"
            color="red"
            size="xs"
            leftSection={<IconTrash size={15} />}
            onClick={onRemove}
          >
            {w.remove}
          </Button>
        </div>
      )}
      <UploadField
        label={picture ? w.replace : w.upload}
        hint={w.hint}
        accept=".jpg,.jpeg,.png,image/jpeg,image/png"
        check={check}
        send={send}
      />
      <FieldError>{error}</FieldError>
      {children}
    </fieldset>
  );
}
