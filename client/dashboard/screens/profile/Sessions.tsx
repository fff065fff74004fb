import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql } from 'react-relay';
import type { SessionsEndMutation } from '../../__generated__/SessionsEndMutation.graphql.ts';
import type { SessionsQuery } from '../../__generated__/SessionsQuery.graphql.ts';
import { Part } from '../../relay/Part.tsx';
import { useAction } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProfileScreen.module.css';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

/** Where one is signed in: each device can be signed out. */
export function Sessions() {
  const { sessions: w } = useWords(profileWords);
  return (
    <Part what={w.what} waiting={<Bar height={90} />}>
      {(attempt) => <List attempt={attempt} />}
    </Part>
  );
}

function List({ attempt }: { attempt: number }) {
  const { sessions: w } = useWords(profileWords);
  const format = useDateTimeFormat();
  const [asked, setAsked] = useState(0);
  const { viewer } = useFreshQuery<SessionsQuery>(
    graphql`
    query SessionsQuery @throwOnFieldError {
      viewer {
        sessions {
          key
          current
          device
          network
          createdAt
          lastSeenAt
        }
      }
    }
  `,
    {},
    `${attempt}.${asked}`,
  );
  const [end] = useAction<SessionsEndMutation>(graphql`
    mutation SessionsEndMutation($input: EndSessionInput!) {
      result: endSession(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [ending, setEnding] = useState<string | null>(null);
  const signOut = async (session: string, device: string) => {
    setEnding(session);
    // One that is gone already is refused, and no longer listed either.
    const outcome = await end({ input: { session } });
    setEnding(null);
    setAsked((count) => count + 1);
    if (outcome.ok) notify(w.ended({ device }), 2000);
  };
  return (
    <ul className={styles.sessions} aria-label={w.list}>
      {(viewer?.sessions ?? []).map(({ key, current, device, network, createdAt, lastSeenAt }) => {
        const name = device ?? w.unknown;
        return (
          <li key={key}>
            <div>
              <strong>
                {name} {current && <span className={styles.mark}>{w.this}</span>}
              </strong>
              <span>
                {network && <>{w.from({ network })} · </>}
                {w.used({ when: format(lastSeenAt) })} · {w.since({ when: format(createdAt) })}
              </span>
            </div>
            {!current && (
              <Button
                variant="default"
                size="xs"
                loading={ending === key}
                aria-label={w.endOf({ device: name })}
                onClick={() => void signOut(key, name)}
              >
                {w.end}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
