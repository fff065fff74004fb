import { lazy, Suspense, useState } from 'react';
import { useUploadImage } from '../../../frames/use-upload-image.ts';
import { PictureUpload } from '../../../ui/forms/PictureUpload.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { artworkProblem, fitOf, pictureType, tooSmallMessage, type Square } from './artwork-rules.ts';
import { cropPicture } from './crop-picture.ts';

const CropDialog = lazy(async () => ({ default: (await import('./CropDialog.tsx')).CropDialog }));

interface ArtworkFieldProps {
  label: string;
  description?: string | undefined;
  /** Tag of the image. */
  value: string | null;
  error?: string | undefined;
  onChange: (tag: string | null) => void;
}

/** Picture to crop; `answer` receives the chosen part, or null when the user cancels. */
interface Crop {
  picture: ImageBitmap;
  answer: (part: Square | null) => void;
}

/**
 * Field for square artwork. Checks the file before sending it, and lets the user crop it if it isn't square.
 */
export function ArtworkField({ label, description, value, error, onChange }: ArtworkFieldProps) {
  const { artwork: w } = useWords(channelsWords);
  const [crop, setCrop] = useState<Crop | null>(null);
  const upload = useUploadImage(({ tag }) => onChange(tag));
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
    if (fit === 'small') return tooSmallMessage(picture);
    let sent: Blob = file;
    if (fit === 'crop') {
      const part = await chooseSquare(picture);
      if (!part) return null;
      const cut = await cropPicture(picture, part, type).catch(() => null);
      if (!cut) return w.notCut;
      sent = cut;
    }
    picture.close();
    const named = new File([sent], file.name, { type: sent.type });
    return upload(named, onProgress);
  };
  return (
    <PictureUpload
      label={label}
      description={description}
      picture={value === null ? null : { url: `/download/image/${value}`, alt: label }}
      size={140}
      words={w}
      error={error}
      check={artworkProblem}
      send={send}
      onRemove={() => onChange(null)}
    >
      {crop && (
        <Suspense>
          <CropDialog picture={crop.picture} onCrop={crop.answer} onClose={() => crop.answer(null)} />
        </Suspense>
      )}
    </PictureUpload>
  );
}
