import { graphql } from 'react-relay';
import type { useDeleteSoundMutation } from '../../__generated__/useDeleteSoundMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { showError } from '../../ui/messages.ts';

/**
 * Takes a sound out of what a project may use. @returns the function, which answers whether that was done,
 * and whether it runs
 */
export function useDeleteSound(project: string) {
  const [remove, busy] = useAction<useDeleteSoundMutation>(graphql`
    mutation useDeleteSoundMutation($input: DeleteSoundInput!) {
      result: deleteSound(input: $input) {
        __typename
        ... on DeleteSoundSuccess {
          project {
            id
            ...SoundChoice_project
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const run = async (file: string): Promise<boolean> => {
    const outcome = await remove({ input: { project, file } });
    // The error of the `file` field names where the sound is used, but the screen has no such field.
    if (!outcome.ok && outcome.fieldErrors['file']) showError({ message: outcome.fieldErrors['file'] });
    return outcome.ok;
  };
  return [run, busy] as const;
}
