import { useUploadImage } from '../../frames/use-upload-image.ts';
import { settingNamesWords } from '../../generated/words/settingNames.ts';
import { settingsWords } from '../../generated/words/settings.ts';
import { PictureUpload } from '../../ui/forms/PictureUpload.tsx';
import { audioPath } from '../../ui/player/audio-path.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { coverProblem } from '../sounds/file-checks.ts';
import type { Picture } from './declared-fields.ts';

interface CoverFieldProps {
  value: Picture | null;
  error: string | undefined;
  onChange: (picture: Picture | null) => void;
}

/** The picture that players show beside the audio. */
export function CoverField({ value, error, onChange }: CoverFieldProps) {
  const w = useWords(settingsWords).cover;
  const { cover } = useWords(settingNamesWords);
  const send = useUploadImage(onChange);
  return (
    <PictureUpload
      label={cover.label}
      description={w.hint}
      picture={value && { url: audioPath(value.url), alt: w.alt }}
      size={112}
      words={{ ...w, hint: w.files }}
      error={error}
      check={coverProblem}
      send={send}
      onRemove={() => onChange(null)}
    />
  );
}
