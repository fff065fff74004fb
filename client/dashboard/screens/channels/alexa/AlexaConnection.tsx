import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql } from 'react-relay';
import type { AlexaConnectionPublishMutation } from '../../../__generated__/AlexaConnectionPublishMutation.graphql.ts';
import type {
  AlexaConnectionQuery,
  AlexaConnectionQuery$data,
} from '../../../__generated__/AlexaConnectionQuery.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { useAction } from '../../../relay/use-action.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './AlexaConnection.module.css';
import { AmazonAccount } from './AmazonAccount.tsx';
import { DeploymentPanel, type ShownDeployment } from './DeploymentPanel.tsx';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

type Channel = NonNullable<AlexaConnectionQuery$data['channel']>;

/** How a saved skill gets to Amazon: the linked account and Publish, or the way to link one. */
export function AlexaConnection({ channel }: { channel: string }) {
  const { alexa: w } = useWords(channelsWords);
  return (
    <Panel title={w.title}>
      <Part what={w.what} waiting={<Bar height={48} />}>
        {(attempt) => <Loaded id={channel} attempt={attempt} />}
      </Part>
    </Panel>
  );
}

function Loaded({ id, attempt }: { id: string; attempt: number }) {
  const { channel } = useFreshQuery<AlexaConnectionQuery>(
    graphql`
    query AlexaConnectionQuery($id: ID!) @throwOnFieldError {
      channel(id: $id) {
        slug
        project {
          ...AmazonAccount_project
        }
        deployment {
          status
          ...DeploymentPanel_deployment
        }
      }
    }
  `,
    { id },
    // The user may be returning from Amazon.
    attempt,
  );
  if (!channel) return null;
  return (
    <AmazonAccount project={channel.project}>
      <Publish channel={channel} />
    </AmazonAccount>
  );
}

function Publish({ channel: { slug, deployment } }: { channel: Channel }) {
  const { alexa: w } = useWords(channelsWords);
  // One that was under way when the screen was opened; what ended before is nothing new.
  const [shown, setShown] = useState<ShownDeployment | null>(
    deployment?.status === 'STARTING' ? deployment : null,
  );
  const [publish, publishing] = useAction<AlexaConnectionPublishMutation>(graphql`
    mutation AlexaConnectionPublishMutation($input: CreateDeploymentInput!) {
      result: createDeployment(input: $input) {
        __typename
        ... on CreateDeploymentSuccess {
          deployment {
            ...DeploymentPanel_deployment
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [problem, setProblem] = useState<string | null>(null);
  const start = async () => {
    setProblem(null);
    const outcome = await publish({ input: { channel: slug } });
    if (!outcome.ok) return setProblem(outcome.fieldErrors['channel'] ?? null);
    setShown(outcome.result.deployment ?? null);
  };
  return (
    <>
      <DeploymentPanel deployment={shown} onHide={() => setShown(null)}>
        <Button type="button" onClick={start} loading={publishing} className={styles.button!}>
          {w.publish}
        </Button>
      </DeploymentPanel>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <p className={styles.hint}>
        {w.goesLive({
          console: (text) => (
            <a href="https://developer.amazon.com/alexa/console/ask" target="_blank" rel="noreferrer">
              {text}
            </a>
          ),
        })}
      </p>
    </>
  );
}
