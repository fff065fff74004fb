import { graphql } from 'react-relay';
import type { useRestoreAudioMutation } from '../../../__generated__/useRestoreAudioMutation.graphql.ts';
import { studioWords } from '../../../generated/words/studio.ts';
import { useAction } from '../../../relay/use-action.ts';
import { notify } from '../../../ui/messages.ts';
import { currentWords } from '../../../words/word-catalogue.ts';

/** What is known of an audio that was deleted just now. */
export interface DeletedAudio {
  slug: string;
  title: string;
}

const restoredShown = 2000;

/** Takes a deletion back. @returns the function, and whether it runs */
export function useRestoreAudio(onRestored: () => void) {
  const [run, busy] = useAction<useRestoreAudioMutation>(graphql`
    mutation useRestoreAudioMutation($input: RestoreStudioAudioInput!) {
      result: restoreStudioAudio(input: $input) {
        __typename
        ... on RestoreStudioAudioSuccess {
          audio {
            ...AudioRow_audio
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const restore = async ({ slug }: DeletedAudio) => {
    const { ok } = await run({ input: { slug } });
    if (!ok) return;
    notify(currentWords(studioWords).list.restored, restoredShown);
    onRestored();
  };
  return [restore, busy] as const;
}
