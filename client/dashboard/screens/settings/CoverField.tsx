import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { graphql } from 'react-relay';
import type { CoverFieldMutation } from '../../__generated__/CoverFieldMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { coverProblem } from '../sounds/file-checks.ts';
import type { Cover } from './settings-fields.ts';
import styles from './SettingsForm.module.css';

/** The picture that players show beside the audio. */
export function CoverField({
  value,
  error,
  onChange,
}: {
  value: Cover | null;
  error: string | undefined;
  onChange: (cover: Cover | null) => void;
}) {
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
    const outcome = await upload({ input: { file: null } }, { files: { 'input.file': file }, onProgress, tell: false });
    if (!outcome.ok) return outcome.fieldErrors['file'] ?? outcome.message;
    if (outcome.result.image) onChange(outcome.result.image);
    return null;
  };
  return (
    <fieldset className={styles.table}>
      <legend>Cover image</legend>
      <p className={styles.hint}>Podcast apps and players show it beside the audio. It is embedded in every file made from now on.</p>
      {value && (
        <div className={styles.cover}>
          <img src={audioPath(value.url)} alt="The cover" width={112} height={112} />
          <Button variant="subtle" color="red" size="xs" leftSection={<IconTrash size={15} />} onClick={() => onChange(null)}>
            Remove the cover
          </Button>
        </div>
      )}
      <UploadField
        label={value ? 'Replace the cover' : 'Upload a cover'}
        hint="JPEG or PNG, at most 500 KB"
        accept=".jpg,.jpeg,.png,image/jpeg,image/png"
        check={coverProblem}
        send={send}
      />
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}
