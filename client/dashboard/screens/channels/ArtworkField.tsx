import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { graphql } from 'react-relay';
import type { ArtworkFieldMutation } from '../../__generated__/ArtworkFieldMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { channelsWords } from '../../generated/words/channels.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { artworkProblem, fitOf, pictureType, tooSmall, type Square } from './artwork-rules.ts';
import styles from './ChannelForm.module.css';
import { cutPicture } from './cut-picture.ts';

const CropDialog = lazy(async () => ({ default: (await import('./CropDialog.tsx')).CropDialog }));

interface ArtworkFieldProps {
  label: string;
  description?: string | undefined;
  /** Tag of the image. */
  value: string | null;
  error?: string | undefined;
  onChange: (tag: string | null) => void;
}

/** A picture of which a part is to be chosen; `answer` takes that, or null when it was given up. */
interface Crop {
  picture: ImageBitmap;
  answer: (part: Square | null) => void;
}

/**
 * Square artwork: it is checked before it is sent, and cut to a square by whoever sends it where it is none.
 */
export function ArtworkField({ label, description, value, error, onChange }: ArtworkFieldProps) {
  const { artwork: w } = useWords(channelsWords);
  const [crop, setCrop] = useState<Crop | null>(null);
  const [upload] = useAction<ArtworkFieldMutation>(graphql`
    mutation ArtworkFieldMutation($input: UploadImageInput!) {
      result: uploadImage(input: $input) {
        __typename
        ... on UploadImageSuccess {
          image {
            tag
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const chooseSquare = async (picture: ImageBitmap): Promise<Square | null> => {
    const part = await new Promise<Square | null>((answer) => setCrop({ picture, answer }));
    setCrop(null);
    return part;
  };
  const send = async (file: File, onProgress: (sent: number) => void) => {
    const type = pictureType(new Uint8Array(await file.slice(0, 8).arrayBuffer()));
    const picture = type && (await createImageBitmap(file).catch(() => null));
    if (!type || !picture) return w.notAccepted;
    const fit = fitOf(picture);
    if (fit === 'small') return tooSmall(picture);
    let sent: Blob = file;
    if (fit === 'crop') {
      const part = await chooseSquare(picture);
      if (!part) return null;
      const cut = await cutPicture(picture, part, type).catch(() => null);
      if (!cut) return w.notCut;
      sent = cut;
    }
    picture.close();
    const named = new File([sent], file.name, { type: sent.type });
    const outcome = await upload(
      { input: { file: null } },
      { files: { 'input.file': named }, onProgress, tell: false },
    );
    if (!outcome.ok) return outcome.fieldErrors['file'] ?? outcome.message;
    if (outcome.result.image) onChange(outcome.result.image.tag);
    return null;
  };
  return (
    <fieldset className={styles.artwork} aria-invalid={error ? true : undefined}>
      <legend>{label}</legend>
      {description && <p className={styles.hint}>{description}</p>}
      {value && (
        <div className={styles.picture}>
          <img src={`/download/image/${value}`} alt={label} width={140} height={140} />
          <Button
            variant="subtle"
            color="red"
            size="xs"
            leftSection={<IconTrash size={15} />}
            onClick={() => onChange(null)}
          >
            {w.remove}
          </Button>
        </div>
      )}
      <UploadField
        label={value ? w.replace : w.upload}
        hint={w.hint}
        accept=".jpg,.jpeg,.png,image/jpeg,image/png"
        check={artworkProblem}
        send={send}
      />
      <FieldError>{error}</FieldError>
      {crop && (
        <Suspense>
          <CropDialog picture={crop.picture} onCrop={crop.answer} onClose={() => crop.answer(null)} />
        </Suspense>
      )}
    </fieldset>
  );
}
