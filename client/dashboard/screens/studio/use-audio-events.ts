import { useEffect, useMemo, useRef, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment, useSubscription } from 'react-relay';
import type { GraphQLSubscriptionConfig } from 'relay-runtime';
import type { useAudioEventsQuery } from '../../__generated__/useAudioEventsQuery.graphql.ts';
import type { useAudioEventsSubscription } from '../../__generated__/useAudioEventsSubscription.graphql.ts';
import { useConnection } from '../../relay/connection.ts';

const subscription = graphql`
  subscription useAudioEventsSubscription($slug: String!) {
    studioAudio(slug: $slug) {
      deletedId
      audio {
        ...EditAudio_audio
      }
    }
  }
`;

const query = graphql`
  query useAudioEventsQuery($slug: String!) {
    studioAudio(slug: $slug) {
      ...EditAudio_audio
    }
  }
`;

/** Without events it is read every second, 60 times at most: the specification's figures. */
const pollEvery = 1000;
const pollsAtMost = 60;
/**
 * It is polled in addition to events, because the response of a mutation can revert an event that overtook
 * it.
 */
const readEvery = 5000;

/**
 * Subscribes to one audio.
 * @param busy whether it is queued or being generated
 * @param round number of the generation: each has its own time limit
 * @returns whether it takes longer than usual, and whether the audio was deleted
 */
export function useAudioEvents(
  slug: string,
  busy: boolean,
  round: number,
): { isSlow: boolean; isGone: boolean } {
  const environment = useRelayEnvironment();
  const live = useConnection((state) => state.live);
  const online = useConnection((state) => state.online);
  const [slowRound, setSlowRound] = useState<number | null>(null);
  const [gone, setGone] = useState<string | null>(null);
  const polls = useRef({ round, count: 0 });
  useSubscription<useAudioEventsSubscription>(
    useMemo<GraphQLSubscriptionConfig<useAudioEventsSubscription>>(
      () => ({
        subscription,
        variables: { slug },
        onNext: (event) => {
          if (event?.studioAudio.deletedId) setGone(slug);
        },
        // It is then read.
        onError: () => {},
      }),
      [slug],
    ),
  );
  useEffect(() => {
    if (!busy) return setSlowRound(null);
    const timer = setTimeout(() => setSlowRound(round), pollEvery * pollsAtMost);
    return () => clearTimeout(timer);
  }, [busy, round]);
  useEffect(() => {
    if (!busy || !online) return;
    if (polls.current.round !== round) polls.current = { round, count: 0 };
    const timer = setInterval(
      () => {
        if (polls.current.count >= pollsAtMost) return clearInterval(timer);
        polls.current.count += 1;
        fetchQuery<useAudioEventsQuery>(
          environment,
          query,
          { slug },
          { fetchPolicy: 'network-only' },
        ).subscribe({ error: () => {} });
      },
      live ? readEvery : pollEvery,
    );
    return () => clearInterval(timer);
  }, [environment, slug, busy, round, live, online]);
  return { isSlow: busy && slowRound === round, isGone: gone === slug };
}
