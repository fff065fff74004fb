import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import type { PasskeysQuery, PasskeysQuery$data } from '../../__generated__/PasskeysQuery.graphql.ts';
import type { PasskeysRemoveMutation } from '../../__generated__/PasskeysRemoveMutation.graphql.ts';
import type { PasskeysRenameMutation } from '../../__generated__/PasskeysRenameMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { notify } from '../../ui/messages.ts';
import { useDateTimeFormat } from '../../ui/time/time-zone.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { AddPasskey } from './AddPasskey.tsx';
import styles from './ProfileScreen.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { RemoveSignInMethod } from './RemoveSignInMethod.tsx';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

type Passkey = NonNullable<NonNullable<PasskeysQuery$data['viewer']>['passkeys']>[number];

/** What signs in without a password: seen, named, added and removed. */
export default function Passkeys({ attempt }: { attempt: number }) {
  const { passkeys: w } = useWords(profileWords);
  const [asked, setAsked] = useState(0);
  const { viewer } = useFreshQuery<PasskeysQuery>(
    graphql`
    query PasskeysQuery @throwOnFieldError {
      viewer {
        passkeys {
          key
          name
          backedUp
          createdAt
          lastUsedAt
        }
      }
    }
  `,
    {},
    `${attempt}.${asked}`,
  );
  const [adding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const changed = () => setAsked((count) => count + 1);
  const passkeys = viewer?.passkeys ?? [];
  if (codes.length > 0) return <RecoveryCodes codes={codes} onKept={() => setCodes([])} />;
  return (
    <>
      <p className={styles.note}>{w.about}</p>
      {passkeys.length > 0 && (
        <ul className={styles.sessions} aria-label={w.list}>
          {passkeys.map((passkey) => (
            <Item key={passkey.key} passkey={passkey} onChange={changed} />
          ))}
        </ul>
      )}
      <div className={styles.more}>
        {adding ? (
          <AddPasskey
            onDone={(name, made) => {
              setAdding(false);
              setCodes(made);
              changed();
              notify(w.addedNow({ name }), 2000);
            }}
            onCancel={() => setAdding(false)}
            cancel={w.cancel}
          />
        ) : (
          <Button variant="default" onClick={() => setAdding(true)}>
            {w.add}
          </Button>
        )}
      </div>
    </>
  );
}

function Item({ passkey, onChange }: { passkey: Passkey; onChange: () => void }) {
  const { passkeys: w } = useWords(profileWords);
  const format = useDateTimeFormat();
  const [doing, setDoing] = useState<'rename' | 'remove' | null>(null);
  const { key, name, backedUp, createdAt, lastUsedAt } = passkey;
  const done = (told: string) => {
    setDoing(null);
    notify(told, 2000);
    onChange();
  };
  if (doing === 'rename')
    return (
      <li>
        <Rename passkey={key} name={name} onDone={() => done(w.renamed)} onCancel={() => setDoing(null)} />
      </li>
    );
  if (doing === 'remove')
    return (
      <li>
        <Remove
          passkey={key}
          name={name}
          onDone={() => done(w.removed({ name }))}
          onCancel={() => setDoing(null)}
        />
      </li>
    );
  const facts = [
    w.added({ when: format(createdAt) }),
    lastUsedAt ? w.used({ when: format(lastUsedAt) }) : w.unused,
    backedUp && w.synced,
  ];
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <span>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <span className={styles.buttons}>
        <Button
          variant="default"
          size="xs"
          aria-label={w.renameOf({ name })}
          onClick={() => setDoing('rename')}
        >
          {w.rename}
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={w.removeOf({ name })}
          onClick={() => setDoing('remove')}
        >
          {w.remove}
        </Button>
      </span>
    </li>
  );
}

interface ChangeProps {
  passkey: string;
  name: string;
  onDone: () => void;
  onCancel: () => void;
}

function Rename({ passkey, name, onDone, onCancel }: ChangeProps) {
  const { passkeys: w } = useWords(profileWords);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [rename, busy] = useAction<PasskeysRenameMutation>(graphql`
    mutation PasskeysRenameMutation($input: RenamePasskeyInput!) {
      result: renamePasskey(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = String(new FormData(event.currentTarget).get('name'));
    const outcome = await rename({ input: { passkey, name: next } });
    if (outcome.ok) onDone();
    else refuse(outcome.fieldErrors);
  };
  return (
    <form ref={form} className={styles.change} onSubmit={(event) => void submit(event)}>
      <TextInput
        name="name"
        label={w.name}
        defaultValue={name}
        maxLength={100}
        required
        withAsterisk={false}
        autoComplete="off"
        autoFocus
        error={errors['name'] ?? errors['passkey']}
        onChange={() => clear('name')}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={busy}>
          {w.save}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {w.cancel}
        </Button>
      </div>
    </form>
  );
}

function Remove({ passkey, name, onDone, onCancel }: ChangeProps) {
  const { passkeys: w } = useWords(profileWords);
  const [remove, busy] = useAction<PasskeysRemoveMutation>(graphql`
    mutation PasskeysRemoveMutation($input: RemovePasskeyInput!) {
      result: removePasskey(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  return (
    <RemoveSignInMethod
      about={w.removeAbout({ name })}
      action={w.remove}
      label={w.removeOf({ name })}
      field="passkey"
      busy={busy}
      take={(password) => remove({ input: { passkey, password } })}
      onDone={onDone}
      onCancel={onCancel}
    />
  );
}
