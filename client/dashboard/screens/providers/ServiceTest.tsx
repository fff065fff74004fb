import { Button } from '@mantine/core';
import { useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { ServiceTestMutation } from '../../__generated__/ServiceTestMutation.graphql.ts';
import type { ServiceTestStateQuery } from '../../__generated__/ServiceTestStateQuery.graphql.ts';
import type { ServiceTestVoiceQuery } from '../../__generated__/ServiceTestVoiceQuery.graphql.ts';
import { failureMessage } from '../../relay/failures.ts';
import { useAction } from '../../relay/use-action.ts';
import { player } from '../../ui/player/player.ts';
import { providersWords } from '../../generated/words/providers.ts';
import { dateLocale } from '../../words/formatters.ts';
import { language } from '../../words/language.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProvidersScreen.module.css';

/** Generates and plays a new short sentence with a service, or shows the service's own error message. */
export function ServiceTest({ code, title }: { code: string; title: string }) {
  const w = useWords(providersWords);
  const environment = useRelayEnvironment();
  const [asking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<{ good: boolean; text: string } | null>(null);
  const [speak] = useAction<ServiceTestMutation>(serviceTestMutation);

  async function test(): Promise<{ good: boolean; text: string }> {
    const offered = await fetchQuery<ServiceTestVoiceQuery>(environment, voiceQuery, {
      provider: code,
    }).toPromise();
    const voice = offered?.voices.edges[0]?.node;
    if (!voice) return { good: false, text: w.fails({ message: w.noVoice }) };
    const begun = performance.now();
    const time = new Date().toLocaleTimeString(dateLocale(language()), { timeStyle: 'medium' });
    const spoken = await speak(
      { input: { voice: voice.name, language: voice.language, text: w.sentence({ service: title, time }) } },
      { tell: false },
    );
    // Fetches the service's own error message and its current state.
    const state = await fetchQuery<ServiceTestStateQuery>(environment, stateQuery, {}).toPromise();
    if (!spoken.ok) {
      const own = state?.providers.find(({ provider }) => provider === code)?.lastError;
      return {
        good: false,
        text: w.fails({ message: own ?? Object.values(spoken.fieldErrors)[0] ?? spoken.message }),
      };
    }
    const { file, durationMs } = spoken.result;
    if (file) player.playFrom({ id: `preview:${code}`, url: file, title, durationMs: durationMs ?? 0 }, 0);
    return { good: true, text: w.works({ seconds: (performance.now() - begun) / 1000 }) };
  }
  const run = async () => {
    setAsking(true);
    setOutcome(null);
    setOutcome(
      await test().catch((error: unknown) => ({
        good: false,
        text: w.fails({ message: failureMessage(error).message }),
      })),
    );
    setAsking(false);
  };
  return (
    <span className={styles.test}>
      <Button
        size="compact-sm"
        variant="default"
        loading={asking}
        aria-label={w.testOf({ service: title })}
        onClick={() => void run()}
      >
        {w.test}
      </Button>
      <span role="status" data-good={outcome?.good}>
        {asking ? w.testing : outcome?.text}
      </span>
    </span>
  );
}

const serviceTestMutation = graphql`
  mutation ServiceTestMutation($input: PreviewVoiceInput!) {
    result: previewVoice(input: $input) {
      __typename
      ... on PreviewVoiceSuccess {
        file
        durationMs
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const voiceQuery = graphql`
  query ServiceTestVoiceQuery($provider: String!) {
    voices(provider: $provider, first: 1) {
      edges {
        node {
          name
          language
        }
      }
    }
  }
`;

const stateQuery = graphql`
  query ServiceTestStateQuery {
    providers {
      provider
      lastError
      ...ProvidersScreen_provider
    }
  }
`;
