import { Button } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { AmazonAccount_project$key } from '../../../__generated__/AmazonAccount_project.graphql.ts';
import type { AmazonAccountUnlinkMutation } from '../../../__generated__/AmazonAccountUnlinkMutation.graphql.ts';
import { useAction } from '../../../relay/use-action.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { b } from '../../../ui/rich-text.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './AlexaConnection.module.css';

interface AmazonAccountProps {
  project: AmazonAccount_project$key;
  /** Below the account, once one is linked. */
  children: ReactNode;
}

/** The Amazon account that is linked to a project's organization, or the way to link one. */
export function AmazonAccount({ project: key, children }: AmazonAccountProps) {
  const { alexa: w } = useWords(channelsWords);
  const project = useFragment(
    graphql`
    fragment AmazonAccount_project on Project {
      id
      databaseId
      amazonLinkingAvailable
      amazonAccount {
        name
        state
      }
    }
  `,
    key,
  );
  const { amazonAccount: account, amazonLinkingAvailable: available, databaseId } = project;
  if (account?.state === 'LINKED')
    return (
      <div className={styles.connection}>
        <div className={styles.account}>
          <p>{w.connected({ name: account.name, b })}</p>
          <Disconnect project={project.id} name={account.name} />
        </div>
        {children}
      </div>
    );
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

function Disconnect({ project, name }: { project: string; name: string }) {
  const { alexa: w } = useWords(channelsWords);
  const trigger = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState(false);
  const [unlink, busy] = useAction<AmazonAccountUnlinkMutation>(graphql`
    mutation AmazonAccountUnlinkMutation($input: UnlinkAmazonAccountInput!) {
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
