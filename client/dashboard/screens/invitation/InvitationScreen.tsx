import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { Suspense, useRef, useState, type FormEvent } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type {
  InvitationScreenQuery,
  InvitationScreenQuery$data,
} from '../../__generated__/InvitationScreenQuery.graphql.ts';
import type { InvitationScreenSignOutMutation } from '../../__generated__/InvitationScreenSignOutMutation.graphql.ts';
import { useLocation } from 'react-router-dom';
import { rememberReturnPath } from '../../relay/return-path.ts';
import { useAction } from '../../relay/use-action.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { unplacedErrors } from '../../ui/forms/field-errors.ts';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { invitationWords } from '../../generated/words/invitation.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './InvitationScreen.module.css';
import { useAnswerInvitation } from './use-answer-invitation.ts';

type Invitation = NonNullable<InvitationScreenQuery$data['invitation']>;

/**
 * Screen that the link of an invitation opens. Its secret is in the fragment (#), so that it reaches no
 * server on the way.
 */
export default function InvitationScreen() {
  const w = useWords(invitationWords);
  const { hash } = useLocation();
  useDocumentTitle(`${w.title} · Parlance`);
  return (
    <main className={styles.page}>
      <p className={styles.brand}>
        <Logo size={34} /> Parlance
      </p>
      <Suspense fallback={<p role="status">{w.loading}</p>}>
        <Opened secret={hash.slice(1)} />
      </Suspense>
      <LanguageSwitch />
    </main>
  );
}

function Opened({ secret }: { secret: string }) {
  const w = useWords(invitationWords);
  const { roles } = useWords(organizationWords).members;
  const { invitation, viewer } = useLazyLoadQuery<InvitationScreenQuery>(
    graphql`
    query InvitationScreenQuery($secret: String!) @throwOnFieldError {
      invitation(secret: $secret) {
        organizationName
        role
        email
        inviterName
        isExpired
        isNew
      }
      viewer {
        user {
          email
        }
      }
    }
  `,
    { secret },
    { fetchPolicy: 'network-only' },
  );
  if (!invitation || invitation.isExpired)
    return (
      <>
        <h1>{w.title}</h1>
        <p>{invitation ? w.expired : w.void}</p>
        <p>
          <a href="/">{w.toStart}</a>
        </p>
      </>
    );
  const role = roles[invitation.role as keyof typeof roles] ?? invitation.role;
  const me = viewer?.user?.email ?? null;
  return (
    <>
      <h1>{w.heading({ organization: invitation.organizationName })}</h1>
      <p>{invitation.inviterName ? w.by({ inviter: invitation.inviterName, role }) : w.byNobody({ role })}</p>
      <p className={styles.for}>{w.for({ email: invitation.email })}</p>
      {me === invitation.email ? (
        <Answer secret={secret} />
      ) : me !== null ? (
        <SwitchAccount me={me} />
      ) : invitation.isNew ? (
        <NewAccount secret={secret} invitation={invitation} />
      ) : (
        <p>
          <Button onClick={signInFirst}>{w.signIn}</Button>
        </p>
      )}
    </>
  );
}

/** Continues to the sign-in, and returns here afterwards. */
function signInFirst(): void {
  rememberReturnPath(location);
  location.assign('/');
}

function SwitchAccount({ me }: { me: string }) {
  const w = useWords(invitationWords);
  const [signOut, busy] = useAction<InvitationScreenSignOutMutation>(graphql`
    mutation InvitationScreenSignOutMutation {
      result: signOut {
        __typename
      }
    }
  `);
  // The page reloads, signed out; the link stays in its address.
  const leave = () => void signOut({}).then(() => location.reload());
  return (
    <>
      <p role="alert" className={styles.warning}>
        {w.somebodyElse({ email: me })}
      </p>
      <p>
        <Button loading={busy} onClick={leave}>
          {w.switch}
        </Button>
      </p>
    </>
  );
}

function Answer({ secret }: { secret: string }) {
  const w = useWords(invitationWords);
  const { accept, decline, busy } = useAnswerInvitation({ secret });
  return (
    <p className={styles.actions}>
      <Button loading={busy} onClick={() => void accept({})}>
        {w.accept}
      </Button>
      <Button variant="default" disabled={busy} onClick={() => void decline()}>
        {w.decline}
      </Button>
    </p>
  );
}

function NewAccount({ secret, invitation }: { secret: string; invitation: Invitation }) {
  const w = useWords(invitationWords);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const { accept, decline, busy } = useAnswerInvitation({ secret });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const refused = await accept({ name, password });
    if (refused) refuse(refused);
  };
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="username" autoComplete="username" value={invitation.email} readOnly />
      <TextInput
        label={w.name}
        autoComplete="name"
        value={name}
        error={errors['name']}
        onChange={(event) => {
          setName(event.currentTarget.value);
          clear('name');
        }}
      />
      <PasswordInput
        label={w.password}
        description={w.passwordHint}
        autoComplete="new-password"
        value={password}
        error={errors['password']}
        visibilityToggleButtonProps={{ 'aria-label': w.showPassword, tabIndex: 0 }}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          clear('password');
        }}
      />
      <FieldError>{unplacedErrors(errors, ['name', 'password'])[0]}</FieldError>
      <p className={styles.actions}>
        <Button type="submit" loading={busy}>
          {w.join}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => void decline()}>
          {w.decline}
        </Button>
      </p>
    </form>
  );
}
