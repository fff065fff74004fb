import { useCallback } from 'react';
import { graphql } from 'react-relay';
import type { useInstallVoiceMutation } from '../../__generated__/useInstallVoiceMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';

/** Begins to install a voice of the index. Resolves with why it can't, or null. */
export function useInstallVoice(): [install: (name: string) => Promise<string | null>, busy: boolean] {
  const [install, busy] = useAction<useInstallVoiceMutation>(graphql`
    mutation useInstallVoiceMutation($input: InstallVoiceInput!) {
      result: installVoice(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const run = useCallback(
    async (name: string) => {
      const outcome = await install({ input: { name } }, { tell: false });
      return outcome.ok ? null : (Object.values(outcome.fieldErrors)[0] ?? outcome.message);
    },
    [install],
  );
  return [run, busy];
}
