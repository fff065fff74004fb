import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { graphql } from 'react-relay';
import type { CoverFieldMutation } from '../../__generated__/CoverFieldMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { settingNamesWords } from '../../generated/words/settingNames.ts';
import { settingsWords } from '../../generated/words/settings.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { coverProblem } from '../sounds/file-checks.ts';
import type { Picture } from './declared-fields.ts';
import styles from './SettingsForm.module.css';

/** The picture that players show beside the audio. */
export function CoverField({
  value,
  error,
  onChange,
}: {
  value: Picture | null;
  error: string | undefined;
  onChange: (picture: Picture | null) => void;
}) {
  const w = useWords(settingsWords).cover;
  const { cover } = useWords(settingNamesWords);
  const [upload] = useAction<CoverFieldMutation>(graphql`
    mutation CoverFieldMutation($input: UploadImageInput!) {
      result: uploadImage(input: $input) {
        __typename
        ... on UploadImageSuccess {
          image {
            tag
            url
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const send = async (file: File, onProgress: (sent: number) => void) => {
    const outcome = await upload(
      { input: { file: null } },
      { files: { 'input.file': file }, onProgress, tell: false },
    );
    if (!outcome.ok) return outcome.fieldErrors['file'] ?? outcome.message;
    if (outcome.result.image) onChange(outcome.result.image);
    return null;
  };
  return (
    <fieldset className={styles.table}>
      <legend>{cover.label}</legend>
      <p className={styles.hint}>{w.hint}</p>
      {value && (
        <div className={styles.cover}>
          <img src={audioPath(value.url)} alt={w.alt} width={112} height={112} />
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
        hint={w.files}
        accept=".jpg,.jpeg,.png,image/jpeg,image/png"
        check={coverProblem}
        send={send}
      />
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}
