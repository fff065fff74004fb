import { useEffect, useMemo, useRef } from 'react';
import { graphql, useSubscription } from 'react-relay';
import type { GraphQLSubscriptionConfig } from 'relay-runtime';
import type { useWatchedAudiosSubscription } from '../../../__generated__/useWatchedAudiosSubscription.graphql.ts';

const subscription = graphql`
  subscription useWatchedAudiosSubscription {
    studioAudios {
      deletedId
      audio {
        id
        ...AudioRow_audio
      }
    }
  }
`;

/**
 * Subscribes to the user's studio audio: listed items update automatically.
 * @param shown ids of the listed items
 * @param onList called when an item was added or removed
 */
export function useWatchedAudios(shown: readonly string[], onList: () => void): void {
  const latest = useRef({ shown, onList });
  useEffect(() => {
    latest.current = { shown, onList };
  });
  useSubscription<useWatchedAudiosSubscription>(
    useMemo<GraphQLSubscriptionConfig<useWatchedAudiosSubscription>>(
      () => ({
        subscription,
        variables: {},
        onNext: (event) => {
          const { audio, deletedId } = event?.studioAudios ?? {};
          const { shown: now, onList: tell } = latest.current;
          if (deletedId ? now.includes(deletedId) : audio && !now.includes(audio.id)) tell();
        },
        // The list is then polled.
        onError: () => {},
      }),
      [],
    ),
  );
}
