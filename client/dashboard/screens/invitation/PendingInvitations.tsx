import { Button } from '@mantine/core';
import { graphql, useFragment } from 'react-relay';
import type { PendingInvitations_viewer$key } from '../../__generated__/PendingInvitations_viewer.graphql.ts';
import { invitationWords } from '../../generated/words/invitation.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './PendingInvitations.module.css';
import { useAnswerInvitation } from './use-answer-invitation.ts';

/** The viewer's invitations, to be accepted or declined where he is. */
export default function PendingInvitations({ viewer: key }: { viewer: PendingInvitations_viewer$key }) {
  const { invitations } = useFragment(
    graphql`
    fragment PendingInvitations_viewer on Viewer {
      invitations {
        organizationId
        organizationName
      }
    }
  `,
    key,
  );
  const w = useWords(invitationWords);
  return (
    <ul className={styles.list} aria-label={w.pending}>
      {invitations.map(({ organizationId, organizationName }) => (
        <Pending key={organizationId} organization={organizationId} name={organizationName} />
      ))}
    </ul>
  );
}

function Pending({ organization, name }: { organization: string; name: string }) {
  const w = useWords(invitationWords);
  const { accept, decline, busy } = useAnswerInvitation({ organization });
  return (
    <li>
      <span>{w.heading({ organization: name })}</span>
      <span className={styles.actions}>
        <Button
          size="compact-md"
          loading={busy}
          aria-label={w.acceptOf({ organization: name })}
          onClick={() => void accept({})}
        >
          {w.accept}
        </Button>
        <Button
          size="compact-md"
          variant="default"
          disabled={busy}
          aria-label={w.declineOf({ organization: name })}
          onClick={() => void decline()}
        >
          {w.decline}
        </Button>
      </span>
    </li>
  );
}
