// oxlint-disable relay/unused-fields -- what is known of a preview is handed whole to who shows it
import { useEffect, useRef, useState } from 'react';
import { graphql, requestSubscription, useRelayEnvironment } from 'react-relay';
import type {
  useDraftPreviewSubscription,
  useDraftPreviewSubscription$data,
  useDraftPreviewSubscription$variables,
} from '../../__generated__/useDraftPreviewSubscription.graphql.ts';
import { failureReason } from '../../relay/failures.ts';

export type DraftPreview = useDraftPreviewSubscription$data['draftPreview'];
export type DraftPreviewInput = useDraftPreviewSubscription$variables['input'];
/** The draft to preview: one of these. */
export type Draft = Omit<DraftPreviewInput, 'project' | 'articles'>;

/** `timedOut`: results known when time ran out. */
export type DraftPreviewState = 'idle' | 'running' | 'done' | 'timedOut' | 'stopped' | 'failed';

/** Previews a draft on articles and returns the results so far. Unmounting stops it. */
export function useDraftPreview() {
  const environment = useRelayEnvironment();
  const [preview, setPreview] = useState<DraftPreview | null>(null);
  const [state, setState] = useState<DraftPreviewState>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<{ dispose: () => void } | null>(null);
  const end = () => {
    running.current?.dispose();
    running.current = null;
  };
  useEffect(() => end, []);
  const begin = (input: DraftPreviewInput) => {
    end();
    setPreview(null);
    setProblem(null);
    setState('running');
    running.current = requestSubscription<useDraftPreviewSubscription>(environment, {
      subscription: draftPreviewSubscription,
      variables: { input },
      onNext: (event) => {
        const told = event?.draftPreview;
        if (!told) return;
        setPreview(told);
        if (told.done) setState(told.examined < told.total ? 'timedOut' : 'done');
      },
      onError: (error) => {
        setProblem(failureReason(error));
        setState('failed');
      },
    });
  };
  const stop = () => {
    end();
    setState('stopped');
  };
  return { preview, state, problem, begin, stop };
}

const draftPreviewSubscription = graphql`
  subscription useDraftPreviewSubscription($input: DraftPreviewInput!) {
    draftPreview(input: $input) {
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
          coveredBy
          article {
            title
          }
        }
      }
    }
  }
`;
