import { graphql } from 'react-relay';
import type { useUploadImageMutation } from '../__generated__/useUploadImageMutation.graphql.ts';
import { useAction } from '../relay/use-action.ts';

interface UploadedImage {
  readonly tag: string;
  readonly url: string;
}

/** Uploads pictures. @returns what `PictureUpload` sends with; `onUploaded` gets the stored picture */
export function useUploadImage(onUploaded: (image: UploadedImage) => void) {
  const [upload] = useAction<useUploadImageMutation>(graphql`
    mutation useUploadImageMutation($input: UploadImageInput!) {
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
  return async (file: File, onProgress: (sent: number) => void): Promise<string | null> => {
    const outcome = await upload(
      { input: { file: null } },
      { files: { 'input.file': file }, onProgress, tell: false },
    );
    if (!outcome.ok) return outcome.fieldErrors['file'] ?? outcome.message;
    if (outcome.result.image) onUploaded(outcome.result.image);
    return null;
  };
}
