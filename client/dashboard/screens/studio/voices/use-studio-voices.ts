// oxlint-disable relay/unused-fields -- voices are handed whole to those that show them
import { useEffect, useMemo, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { Environment } from 'relay-runtime';
import { pageSizes } from '../../../generated/limits.ts';
import type { useStudioVoicesQuery } from '../../../__generated__/useStudioVoicesQuery.graphql.ts';
import { offeredVoices, type StudioVoice } from './studio-voices.ts';

/** The most pages that are read, so that reading them ends. */
const pagesAtMost = 30;

const voicesQuery = graphql`
  query useStudioVoicesQuery($language: String!, $first: Int!, $after: String) {
    voices(language: $language, first: $first, after: $after) {
      edges {
        node {
          name
          label
          provider
          providerTitle
          gender
          tier
          styles
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

/** All voices of a language that the studio offers. @throws NetworkError, ServerError */
async function readVoices(environment: Environment, language: string): Promise<readonly StudioVoice[]> {
  const found: StudioVoice[] = [];
  let after: string | null = null;
  for (let page = 0; page < pagesAtMost; page += 1) {
    const answer: useStudioVoicesQuery['response'] | undefined = await fetchQuery<useStudioVoicesQuery>(
      environment,
      voicesQuery,
      { language, first: pageSizes.most, after },
      { fetchPolicy: 'store-or-network' },
    ).toPromise();
    if (!answer) break;
    found.push(...answer.voices.edges.map(({ node }) => node));
    after = answer.voices.pageInfo.hasNextPage ? (answer.voices.pageInfo.endCursor ?? null) : null;
    if (after === null) break;
  }
  return offeredVoices(found);
}

export interface StudioVoices {
  /** Of the language that is chosen; empty until they are read. */
  voices: readonly StudioVoice[];
  state: 'busy' | 'done' | 'failed';
  again: () => void;
}

/** @param language null: none is chosen, and nothing is fetched */
export function useStudioVoices(language: string | null): StudioVoices {
  const environment = useRelayEnvironment();
  const [read, setRead] = useState<{ language: string; voices: readonly StudioVoice[] } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (language === null) return;
    let left = false;
    setFailed(null);
    readVoices(environment, language).then(
      (voices) => !left && setRead({ language, voices }),
      () => !left && setFailed(language),
    );
    return () => {
      left = true;
    };
  }, [environment, language, attempt]);
  return useMemo(() => {
    const isRead = read !== null && read.language === language;
    return {
      voices: isRead ? read.voices : [],
      state: isRead || language === null ? 'done' : failed === language ? 'failed' : 'busy',
      again: () => setAttempt((count) => count + 1),
    };
  }, [read, failed, language]);
}
