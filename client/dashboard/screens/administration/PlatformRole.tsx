import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { PlatformRole_user$key } from '../../__generated__/PlatformRole_user.graphql.ts';
import type { PlatformRoleMutation } from '../../__generated__/PlatformRoleMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { administrationWords } from '../../generated/words/administration.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Administration.module.css';

interface PlatformRoleProps {
  user: PlatformRole_user$key;
  onChange: () => void;
}

/** Shows whether a user is a platform administrator, and lets it be changed. */
export function PlatformRole({ user: key, onChange }: PlatformRoleProps) {
  const { id, name, email, role } = useFragment(
    graphql`
    fragment PlatformRole_user on User {
      id
      name
      email
      role
    }
  `,
    key,
  );
  const { person: w } = useWords(administrationWords);
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [set, busy] = useAction<PlatformRoleMutation>(graphql`
    mutation PlatformRoleMutation($input: ChangeUserRoleInput!) {
      result: changeUserRole(input: $input) {
        __typename
        ... on ChangeUserRoleSuccess {
          user {
            id
            role
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const isAdmin = role === 'ADMIN';
  const shown = name || email;
  const confirm = async () => {
    setError(null);
    const outcome = await set({ input: { user: id, role: isAdmin ? 'VIEWER' : 'ADMIN' } });
    setAsked(false);
    if (!outcome.ok) return setError(Object.values(outcome.fieldErrors)[0] ?? null);
    notify(w.changed, 2000);
    onChange();
  };
  return (
    <Panel title={w.role}>
      <div className={styles.line}>
        <p>
          <strong>{isAdmin ? w.roles.ADMIN : w.roles.VIEWER}</strong>
          <br />
          {isAdmin ? w.roleHint.ADMIN : w.roleHint.VIEWER}
        </p>
        <Button ref={button} variant="default" size="xs" onClick={() => setAsked(true)}>
          {isAdmin ? w.makeViewer : w.makeAdmin}
        </Button>
      </div>
      <FieldError>{error}</FieldError>
      <ConfirmDialog
        title={isAdmin ? w.makeViewerTitle({ name: shown }) : w.makeAdminTitle({ name: shown })}
        confirm={isAdmin ? w.makeViewer : w.makeAdmin}
        opened={asked}
        busy={busy}
        trigger={button}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(false)}
      >
        <p>{isAdmin ? w.makeViewerText({ name: shown }) : w.makeAdminText({ name: shown })}</p>
      </ConfirmDialog>
    </Panel>
  );
}
