import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { useSelectionPreviewMutation } from '../../../__generated__/useSelectionPreviewMutation.graphql.ts';
import type { useSelectionPreviewQuery } from '../../../__generated__/useSelectionPreviewQuery.graphql.ts';
import { articleWords } from '../../../generated/words/article.ts';
import { useAction } from '../../../relay/use-action.ts';
import { failureMessage } from '../../../relay/failures.ts';
import { showError } from '../../../ui/messages.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { player } from '../../../ui/player/player.ts';
import { currentWords } from '../../../words/word-catalogue.ts';

/**
 * Speaks a short text with the voice and the dictionaries of a project.
 * @returns the function, and whether it is at work
 */
export function useSelectionPreview(project: string): [(text: string) => Promise<void>, boolean] {
  const environment = useRelayEnvironment();
  const [preview, busy] = useAction<useSelectionPreviewMutation>(selectionPreviewMutation);
  const speak = async (text: string) => {
    try {
      const answer = await fetchQuery<useSelectionPreviewQuery>(environment, voiceQuery, {
        project,
      }).toPromise();
      const voice = answer?.project?.voice;
      if (!voice) return showError({ message: currentWords(articleWords).selection.failed });
      const outcome = await preview({
        input: { voice: voice.name, language: voice.language, project, text },
      });
      if (!outcome.ok || !outcome.result.url) return;
      player.toggle({
        id: `preview:selection:${outcome.result.url}`,
        url: audioPath(outcome.result.url),
        title: text,
        durationMs: outcome.result.durationMs ?? 0,
      });
    } catch (error) {
      showError(failureMessage(error));
    }
  };
  return [speak, busy];
}

const voiceQuery = graphql`
  query useSelectionPreviewQuery($project: ID!) {
    project(id: $project) {
      voice {
        name
        language
      }
    }
  }
`;

const selectionPreviewMutation = graphql`
  mutation useSelectionPreviewMutation($input: PreviewVoiceInput!) {
    result: previewVoice(input: $input) {
      __typename
      ... on PreviewVoiceSuccess {
        url
        durationMs
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
