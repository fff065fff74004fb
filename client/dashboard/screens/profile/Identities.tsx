import { Button } from '@mantine/core';
import { useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { IdentitiesQuery } from '../../__generated__/IdentitiesQuery.graphql.ts';
import type { IdentitiesUnlinkMutation } from '../../__generated__/IdentitiesUnlinkMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { showError } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useDateTimeFormat } from '../../ui/time-zone.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProfileScreen.module.css';

/** The ways to sign in besides the password; nothing where the server knows none. */
export function Identities({ attempt }: { attempt: number }) {
  const { identities: w } = useWords(profileWords);
  const format = useDateTimeFormat();
  const [asked, setAsked] = useState(0);
  const { viewer, signInProviders } = useLazyLoadQuery<IdentitiesQuery>(
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
    { fetchKey: `${attempt}.${asked}`, fetchPolicy: 'store-and-network' },
  );
  const [unlink, busy] = useAction<IdentitiesUnlinkMutation>(graphql`
    mutation IdentitiesUnlinkMutation($input: UnlinkIdentityInput!) {
      result: unlinkIdentity(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const identities = viewer?.identities ?? [];
  const linkable = signInProviders.filter(
    ({ name }) => !identities.some(({ provider }) => provider === name),
  );
  if (identities.length === 0 && linkable.length === 0) return null;
  const remove = async (identity: string) => {
    const outcome = await unlink({ input: { identity } });
    if (!outcome.ok && outcome.fieldErrors['identity'])
      showError({ message: outcome.fieldErrors['identity'] });
    setAsked((count) => count + 1);
  };
  return (
    <Panel title={w.title}>
      <p className={styles.note}>{w.about}</p>
      {identities.length > 0 && (
        <ul className={styles.sessions} aria-label={w.title}>
          {identities.map(({ key, provider, email, createdAt }) => (
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
                loading={busy}
                aria-label={w.unlinkOf({ provider })}
                onClick={() => void remove(key)}
              >
                {w.unlink}
              </Button>
            </li>
          ))}
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
