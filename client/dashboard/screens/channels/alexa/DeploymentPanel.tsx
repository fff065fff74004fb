// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { fetchQuery, graphql, useFragment, useRelayEnvironment, useSubscription } from 'react-relay';
import type { GraphQLSubscriptionConfig } from 'relay-runtime';
import type { DeploymentPanel_deployment$key } from '../../../__generated__/DeploymentPanel_deployment.graphql.ts';
import type { DeploymentPanelQuery } from '../../../__generated__/DeploymentPanelQuery.graphql.ts';
import type { DeploymentPanelSubscription } from '../../../__generated__/DeploymentPanelSubscription.graphql.ts';
import { useFallbackPolling } from '../../../relay/use-fallback-polling.ts';
import { formatStored } from '../../../words/server-words.ts';
import styles from './AlexaConnection.module.css';

export type ShownDeployment = DeploymentPanel_deployment$key;

/**
 * Milliseconds between two readings while no events arrive, and for which the end is shown (specification,
 * section 9).
 */
const pollMs = 1_000;
const shownMs = 10_000;

interface DeploymentPanelProps {
  /** Null: none is shown. */
  deployment: ShownDeployment | null;
  /** Some time after it has ended. */
  onHide: () => void;
  /** What begins another one; not there while one is under way. */
  children: ReactNode;
}

/** How a deployment gets on. */
export function DeploymentPanel({ deployment: key, onHide, children }: DeploymentPanelProps) {
  const deployment = useFragment(
    graphql`
    fragment DeploymentPanel_deployment on Deployment {
      id
      status
      description
      descriptionNotices {
        code
        parameters
      }
    }
  `,
    key,
  );
  const hide = useRef(onHide);
  useEffect(() => {
    hide.current = onHide;
  });
  const running = deployment?.status === 'STARTING';
  const ended = deployment && !running ? deployment.id : null;
  useEffect(() => {
    if (ended === null) return;
    const timer = setTimeout(() => hide.current(), shownMs);
    return () => clearTimeout(timer);
  }, [ended]);
  return (
    <>
      {running && <Watch id={deployment.id} />}
      {deployment && (
        <div
          className={styles.deployment}
          data-status={deployment.status}
          role={deployment.status === 'FAILED' ? 'alert' : 'status'}
        >
          {running && <Loader size={16} aria-hidden />}
          {deployment.status === 'FINISHED' && <IconCircleCheck size={18} aria-hidden />}
          {deployment.status === 'FAILED' && <IconAlertTriangle size={18} aria-hidden />}
          <p>{formatStored(deployment.description, deployment.descriptionNotices)}</p>
        </div>
      )}
      {!running && children}
    </>
  );
}

/** Keeps the shown deployment up to date: by events, or by polling without events. */
function Watch({ id }: { id: string }) {
  const environment = useRelayEnvironment();
  useSubscription(
    useMemo<GraphQLSubscriptionConfig<DeploymentPanelSubscription>>(
      () => ({
        subscription: graphql`
        subscription DeploymentPanelSubscription($id: ID!) {
          deployment(id: $id) {
            ...DeploymentPanel_deployment
          }
        }
      `,
        variables: { id },
        // Without events, the state is polled. The socket's own errors are not shown.
        onError: () => {},
      }),
      [id],
    ),
  );
  useFallbackPolling(() => {
    fetchQuery<DeploymentPanelQuery>(
      environment,
      graphql`
      query DeploymentPanelQuery($id: ID!) {
        deployment(id: $id) {
          ...DeploymentPanel_deployment
        }
      }
    `,
      { id },
      // A failed request is repeated a second later.
    ).subscribe({ error: () => {} });
  }, pollMs);
  return null;
}
