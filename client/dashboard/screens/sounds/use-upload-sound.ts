import { useEffect, useRef } from 'react';
import { graphql } from 'react-relay';
import type {
  useUploadSoundMutation,
  useUploadSoundMutation$data,
} from '../../__generated__/useUploadSoundMutation.graphql.ts';
import type { UploadProgress } from '../../relay/send-files.ts';
import { useAction } from '../../relay/use-action.ts';
import { soundsWords } from '../../generated/words/sounds.ts';
import { currentWords } from '../../words/word-catalogue.ts';

export type UploadedSound = NonNullable<useUploadSoundMutation$data['result']['sound']>;

/**
 * Sends a sound for a project; lists of its sounds have it then. @returns the function that sends: it answers
 * why that failed, or null after telling `onUploaded`
 */
export function useUploadSound(project: string, onUploaded: (sound: UploadedSound) => void) {
  const [upload] = useAction<useUploadSoundMutation>(graphql`
    mutation useUploadSoundMutation($input: UploadSoundInput!) {
      result: uploadSound(input: $input) {
        __typename
        ... on UploadSoundSuccess {
          sound {
            id
            name
            file
            url
            durationMs
          }
          project {
            id
            ...SoundChoice_project
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  // Calls the latest callback, so that choices made during the upload count; none once the field is
  // unmounted.
  const told = useRef<typeof onUploaded | null>(onUploaded);
  useEffect(() => {
    told.current = onUploaded;
    return () => {
      told.current = null;
    };
  });
  return async (file: File, onProgress: UploadProgress): Promise<string | null> => {
    // Its place is filled with the file on the way.
    const outcome = await upload(
      { input: { project, file: null } },
      { files: { 'input.file': file }, onProgress, tell: false },
    );
    if (!outcome.ok) return outcome.fieldErrors['file'] ?? outcome.message;
    if (!outcome.result.sound) return currentWords(soundsWords).uploadFailed;
    told.current?.(outcome.result.sound);
    return null;
  };
}
