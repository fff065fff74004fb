import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { useWaveformQuery } from '../../__generated__/useWaveformQuery.graphql.ts';

const unknown: readonly number[] = [];

/**
 * Returns how loud an article's audio is over time. Empty while it is loading, and if it can't be measured: a
 * player works without it.
 * @param version of the audio; undefined: there is none
 */
export function useWaveform(article: string, version: string | undefined): readonly number[] {
  const environment = useRelayEnvironment();
  const [measured, setMeasured] = useState<{ version: string; levels: readonly number[] } | null>(null);
  useEffect(() => {
    if (version === undefined) return;
    const request = fetchQuery<useWaveformQuery>(environment, waveformQuery, { id: article }).subscribe({
      next: ({ article: found }) => setMeasured({ version, levels: found?.audio?.waveform ?? unknown }),
      error: () => {},
    });
    return () => request.unsubscribe();
  }, [environment, article, version]);
  return measured && measured.version === version ? measured.levels : unknown;
}

const waveformQuery = graphql`
  query useWaveformQuery($id: ID!) {
    article(id: $id) {
      audio {
        ...liveFragments_audio
        waveform
      }
    }
  }
`;
