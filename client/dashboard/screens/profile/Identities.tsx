import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql } from 'react-relay';
import type { IdentitiesQuery } from '../../__generated__/IdentitiesQuery.graphql.ts';
import type { IdentitiesUnlinkMutation } from '../../__generated__/IdentitiesUnlinkMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProfileScreen.module.css';
import { RemoveSignInMethod } from './RemoveSignInMethod.tsx';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

/** Shows the sign-in methods other than the password, or nothing if the server has none. */
export function Identities({ attempt }: { attempt: number }) {
  const { identities: w } = useWords(profileWords);
  const format = useDateTimeFormat();
  const [asked, setAsked] = useState(0);
  const { viewer, signInProviders } = useFreshQuery<IdentitiesQuery>(
    graphql`
    query IdentitiesQuery @throwOnFieldError {
      signInProviders {
        name
        path
      }
      viewer {
        identities {
          key
          provider
          email
          createdAt
        }
      }
    }
  `,
    {},
    `${attempt}.${asked}`,
  );
  const [removing, setRemoving] = useState<string | null>(null);
  const identities = viewer?.identities ?? [];
  const linkable = signInProviders.filter(
    ({ name }) => !identities.some(({ provider }) => provider === name),
  );
  if (identities.length === 0 && linkable.length === 0) return null;
  const done = () => {
    setRemoving(null);
    setAsked((count) => count + 1);
  };
  return (
    <Panel title={w.title}>
      <p className={styles.note}>{w.about}</p>
      {identities.length > 0 && (
        <ul className={styles.sessions} aria-label={w.title}>
          {identities.map(({ key, provider, email, createdAt }) =>
            key === removing ? (
              <li key={key}>
                <Unlink identity={key} provider={provider} onDone={done} onCancel={() => setRemoving(null)} />
              </li>
            ) : (
              <li key={key}>
                <div>
                  <strong>{provider}</strong>
                  <span>
                    {email && <>{email} · </>}
                    {w.since({ when: format(createdAt) })}
                  </span>
                </div>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={w.unlinkOf({ provider })}
                  onClick={() => setRemoving(key)}
                >
                  {w.unlink}
                </Button>
              </li>
            ),
          )}
        </ul>
      )}
      {linkable.map(({ name, path }) => (
        <p key={path} className={styles.note}>
          {w.how({ name })}
        </p>
      ))}
    </Panel>
  );
}

interface UnlinkProps {
  identity: string;
  provider: string;
  onDone: () => void;
  onCancel: () => void;
}

function Unlink({ identity, provider, onDone, onCancel }: UnlinkProps) {
  const { identities: w } = useWords(profileWords);
  const [unlink, busy] = useAction<IdentitiesUnlinkMutation>(graphql`
    mutation IdentitiesUnlinkMutation($input: UnlinkIdentityInput!) {
      result: unlinkIdentity(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  return (
    <RemoveSignInMethod
      about={w.unlinkAbout({ provider })}
      action={w.unlink}
      label={w.unlinkOf({ provider })}
      field="identity"
      busy={busy}
      take={(password) => unlink({ input: { identity, password } })}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}
