import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { AlexaConnectionPublishMutation } from '../../../__generated__/AlexaConnectionPublishMutation.graphql.ts';
import type {
  AlexaConnectionQuery,
  AlexaConnectionQuery$data,
} from '../../../__generated__/AlexaConnectionQuery.graphql.ts';
import type { AlexaConnectionUnlinkMutation } from '../../../__generated__/AlexaConnectionUnlinkMutation.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { useAction } from '../../../relay/use-action.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Bar } from '../../../ui/Skeletons.tsx';
import { b } from '../../../ui/rich-text.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './AlexaConnection.module.css';
import { DeploymentPanel, type ShownDeployment } from './DeploymentPanel.tsx';

type Channel = NonNullable<AlexaConnectionQuery$data['channel']>;

/** How a skill gets to Amazon: the linked account and Publish, or the way to link one. */
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
  const { channel } = useLazyLoadQuery<AlexaConnectionQuery>(
    graphql`
    query AlexaConnectionQuery($id: ID!) @throwOnFieldError {
      channel(id: $id) {
        slug
        project {
          id
          databaseId
          amazonLinkingAvailable
          amazonAccount {
            name
            state
          }
        }
        deployment {
          status
          ...DeploymentPanel_deployment
        }
      }
    }
  `,
    { id },
    // Somebody may come back from Amazon.
    { fetchKey: attempt, fetchPolicy: 'store-and-network' },
  );
  if (!channel) return null;
  const { amazonAccount: account } = channel.project;
  return account?.state === 'LINKED' ? (
    <Connected channel={channel} name={account.name} />
  ) : (
    <NotConnected channel={channel} />
  );
}

function NotConnected({ channel: { project } }: { channel: Channel }) {
  const { alexa: w } = useWords(channelsWords);
  const { amazonAccount: account, amazonLinkingAvailable: available, databaseId } = project;
  const back = encodeURIComponent(location.pathname + location.search);
  return (
    <div className={styles.connection}>
      <p>{account ? w.revoked({ name: account.name }) : w.notLinked}</p>
      {available ? (
        <Button
          component="a"
          href={`/connect/amazon?project=${databaseId}&return=${back}`}
          className={styles.button!}
        >
          {w.connect}
        </Button>
      ) : (
        <p className={styles.hint}>{w.unavailable}</p>
      )}
    </div>
  );
}

function Connected({ channel: { slug, project, deployment }, name }: { channel: Channel; name: string }) {
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
    <div className={styles.connection}>
      <div className={styles.account}>
        <p>{w.connected({ name, b })}</p>
        <Disconnect project={project.id} name={name} />
      </div>
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
    </div>
  );
}

function Disconnect({ project, name }: { project: string; name: string }) {
  const { alexa: w } = useWords(channelsWords);
  const trigger = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState(false);
  const [unlink, busy] = useAction<AlexaConnectionUnlinkMutation>(graphql`
    mutation AlexaConnectionUnlinkMutation($input: UnlinkAmazonAccountInput!) {
      result: unlinkAmazonAccount(input: $input) {
        __typename
        ... on UnlinkAmazonAccountSuccess {
          project {
            id
            amazonAccount {
              name
              state
            }
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const confirm = async () => {
    await unlink({ input: { project } });
    setAsking(false);
  };
  return (
    <>
      <Button
        ref={trigger}
        type="button"
        variant="subtle"
        color="red"
        size="compact-sm"
        onClick={() => setAsking(true)}
      >
        {w.disconnect}
      </Button>
      <ConfirmDialog
        title={w.disconnectOf({ name })}
        confirm={w.disconnect}
        opened={asking}
        busy={busy}
        trigger={trigger}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        {w.disconnectText}
      </ConfirmDialog>
    </>
  );
}
