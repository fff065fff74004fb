import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { AlexaConnectionPublishMutation } from '../../../__generated__/AlexaConnectionPublishMutation.graphql.ts';
import type { AlexaConnectionQuery, AlexaConnectionQuery$data } from '../../../__generated__/AlexaConnectionQuery.graphql.ts';
import type { AlexaConnectionUnlinkMutation } from '../../../__generated__/AlexaConnectionUnlinkMutation.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { useAction } from '../../../relay/use-action.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Bar } from '../../../ui/Skeletons.tsx';
import styles from './AlexaConnection.module.css';
import { DeploymentPanel, type ShownDeployment } from './DeploymentPanel.tsx';

type Channel = NonNullable<AlexaConnectionQuery$data['channel']>;

/** How a skill gets to Amazon: the linked account and Publish, or the way to link one. */
export function AlexaConnection({ channel }: { channel: string }) {
  return (
    <Panel title="Publishing">
      <Part what="the connection to Alexa" waiting={<Bar height={48} />}>
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
  return account?.state === 'linked' ? <Connected channel={channel} name={account.name} /> : <NotConnected channel={channel} />;
}

function NotConnected({ channel: { project } }: { channel: Channel }) {
  const { amazonAccount: account, amazonLinkingAvailable: available, databaseId } = project;
  const back = encodeURIComponent(location.pathname + location.search);
  return (
    <div className={styles.connection}>
      <p>
        {account
          ? `Amazon no longer accepts the link to ${account.name}. Connect the account again to publish the skill.`
          : 'To publish the skill, an Alexa developer account must be linked. All projects of your organization share it.'}
      </p>
      {available ? (
        <Button component="a" href={`/connect/amazon?project=${databaseId}&return=${back}`} className={styles.button!}>
          Connect to Alexa
        </Button>
      ) : (
        <p className={styles.hint}>This server has no credentials for Login with Amazon yet. Please ask its operator to set them.</p>
      )}
    </div>
  );
}

function Connected({ channel: { slug, project, deployment }, name }: { channel: Channel; name: string }) {
  // One that was under way when the screen was opened; what ended before is nothing new.
  const [shown, setShown] = useState<ShownDeployment | null>(deployment?.status === 'starting' ? deployment : null);
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
        <p>
          Connected to the Amazon account <strong>{name}</strong>
        </p>
        <Disconnect project={project.id} name={name} />
      </div>
      <DeploymentPanel deployment={shown} onHide={() => setShown(null)}>
        <Button type="button" onClick={start} loading={publishing} className={styles.button!}>
          Publish
        </Button>
      </DeploymentPanel>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <p className={styles.hint}>
        The skill as it was last saved is sent to Amazon. It does not go live by itself: publish it in the{' '}
        <a href="https://developer.amazon.com/alexa/console/ask" target="_blank" rel="noreferrer">
          Alexa developer console
        </a>
        .
      </p>
    </div>
  );
}

function Disconnect({ project, name }: { project: string; name: string }) {
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
    await unlink({ input: { projectId: project } });
    setAsking(false);
  };
  return (
    <>
      <Button ref={trigger} type="button" variant="subtle" color="red" size="compact-sm" onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        title={`Disconnect ${name}?`}
        confirm="Disconnect"
        opened={asking}
        busy={busy}
        trigger={trigger}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        No project of your organization can publish skills until an account is connected again. Skills that are published stay as they are.
      </ConfirmDialog>
    </>
  );
}
