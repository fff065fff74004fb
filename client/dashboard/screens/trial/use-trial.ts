// oxlint-disable relay/unused-fields -- what is known of a trial is handed whole to who shows it
import { useEffect, useRef, useState } from 'react';
import { graphql, requestSubscription, useRelayEnvironment } from 'react-relay';
import type {
  useTrialSubscription,
  useTrialSubscription$data,
  useTrialSubscription$variables,
} from '../../__generated__/useTrialSubscription.graphql.ts';
import { reasonOf } from '../../relay/failures.ts';

export type Trial = useTrialSubscription$data['trial'];
export type TriedOn = useTrialSubscription$variables['input'];
/** What somebody thinks of saving: one of these. */
export type Draft = Omit<TriedOn, 'project' | 'articles'>;

/** `timedOut`: what is known when the time was over. */
export type TrialState = 'idle' | 'running' | 'done' | 'timedOut' | 'stopped' | 'failed';

/** Tries a draft on articles, and tells what is known of it so far. Whoever leaves ends it. */
export function useTrial() {
  const environment = useRelayEnvironment();
  const [trial, setTrial] = useState<Trial | null>(null);
  const [state, setState] = useState<TrialState>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<{ dispose: () => void } | null>(null);
  const end = () => {
    running.current?.dispose();
    running.current = null;
  };
  useEffect(() => end, []);
  const begin = (input: TriedOn) => {
    end();
    setTrial(null);
    setProblem(null);
    setState('running');
    running.current = requestSubscription<useTrialSubscription>(environment, {
      subscription: graphql`
        subscription useTrialSubscription($input: TrialInput!) {
          trial(input: $input) {
            examined
            total
            unread
            done
            matching
            changed
            sentences
            characters
            charactersCharged
            cost
            articles {
              article {
                id
                databaseId
                title
                project {
                  databaseId
                }
              }
              status
              changed
              sentences {
                before
                after
                beforeCode
                afterCode
              }
            }
            entries {
              source
              matched
              misses {
                reason
                count
                excerpt
                start
                length
                takenBy
                article {
                  title
                }
              }
            }
          }
        }
      `,
      variables: { input },
      onNext: (event) => {
        const told = event?.trial;
        if (!told) return;
        setTrial(told);
        if (told.done) setState(told.examined < told.total ? 'timedOut' : 'done');
      },
      onError: (error) => {
        setProblem(reasonOf(error));
        setState('failed');
      },
    });
  };
  const stop = () => {
    end();
    setState('stopped');
  };
  return { trial, state, problem, begin, stop };
}
