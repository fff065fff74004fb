import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import { renderSVG } from 'uqr';
import type { SecondFactorBeginMutation } from '../../__generated__/SecondFactorBeginMutation.graphql.ts';
import type { SecondFactorConfirmMutation } from '../../__generated__/SecondFactorConfirmMutation.graphql.ts';
import type { SecondFactorQuery } from '../../__generated__/SecondFactorQuery.graphql.ts';
import type { SecondFactorRemoveMutation } from '../../__generated__/SecondFactorRemoveMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { copyText } from '../../ui/copy-text.ts';
import { notify } from '../../ui/messages.ts';
import { useFieldErrors } from '../../ui/use-field-errors.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { CurrentPassword } from './CurrentPassword.tsx';
import styles from './ProfileScreen.module.css';

interface Setup {
  uri: string;
  secret: string;
  setup: string;
}

/**
 * A code of an app at each sign-in: set up with a QR code, confirmed with a first code, and taken away again.
 */
export default function SecondFactor({ attempt }: { attempt: number }) {
  const { secondFactor: w } = useWords(profileWords);
  const [asked, setAsked] = useState(0);
  const { viewer } = useLazyLoadQuery<SecondFactorQuery>(
    graphql`
    query SecondFactorQuery @throwOnFieldError {
      viewer {
        secondFactor {
          enabled
          recoveryCodes
        }
      }
    }
  `,
    {},
    { fetchKey: `${attempt}.${asked}`, fetchPolicy: 'store-and-network' },
  );
  const [begin, beginning] = useAction<SecondFactorBeginMutation>(graphql`
    mutation SecondFactorBeginMutation {
      result: beginSecondFactor {
        __typename
        ... on BeginSecondFactorSuccess {
          uri
          secret
          setup
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [removing, setRemoving] = useState(false);
  const start = async () => {
    const outcome = await begin({});
    if (outcome.ok && outcome.result.setup !== undefined) setSetup(outcome.result as Setup);
  };
  const done = (made: readonly string[] | null) => {
    setSetup(null);
    setRemoving(false);
    setCodes(made);
    setAsked((count) => count + 1);
  };
  if (codes)
    return (
      <div className={styles.fields}>
        <p role="status">{w.codesAbout}</p>
        <pre className={styles.codes}>{codes.join('\n')}</pre>
        <div className={styles.buttons}>
          <Button
            variant="default"
            onClick={() => void copyText(codes.join('\n')).then(() => notify(w.copied, 2000))}
          >
            {w.copy}
          </Button>
          <Button onClick={() => setCodes(null)}>{w.kept}</Button>
        </div>
      </div>
    );
  if (setup) return <Confirm setup={setup} onDone={done} onCancel={() => setSetup(null)} />;
  if (removing) return <Remove onDone={() => done(null)} onCancel={() => setRemoving(false)} />;
  const present = viewer?.secondFactor;
  return (
    <div className={styles.fields}>
      <p className={styles.note}>{present?.enabled ? w.on({ count: present.recoveryCodes }) : w.off}</p>
      <div className={styles.buttons}>
        <Button variant="default" loading={beginning} onClick={() => void start()}>
          {present?.enabled ? w.replace : w.setUp}
        </Button>
        {present?.enabled && (
          <Button variant="default" onClick={() => setRemoving(true)}>
            {w.remove}
          </Button>
        )}
      </div>
    </div>
  );
}

function Confirm({
  setup: { uri, secret, setup },
  onDone,
  onCancel,
}: {
  setup: Setup;
  onDone: (codes: readonly string[]) => void;
  onCancel: () => void;
}) {
  const { secondFactor: w } = useWords(profileWords);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [confirm, busy] = useAction<SecondFactorConfirmMutation>(graphql`
    mutation SecondFactorConfirmMutation($input: ConfirmSecondFactorInput!) {
      result: confirmSecondFactor(input: $input) {
        __typename
        ... on ConfirmSecondFactorSuccess {
          recoveryCodes
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const outcome = await confirm({
      input: { setup, code: String(given.get('code')), password: String(given.get('password')) },
    });
    if (outcome.ok) onDone(outcome.result.recoveryCodes ?? []);
    else refuse(outcome.fieldErrors);
  };
  return (
    <form ref={form} className={styles.fields} onSubmit={(event) => void submit(event)}>
      <p>{w.scan}</p>
      <img
        className={styles.qr}
        width={180}
        height={180}
        alt={w.qr}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(uri))}`}
      />
      <p className={styles.note}>
        {w.type} <code className={styles.secret}>{secret.match(/.{1,4}/g)!.join(' ')}</code>
      </p>
      <TextInput
        name="code"
        label={w.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        withAsterisk={false}
        error={errors['code']}
        onChange={() => clear('code')}
      />
      <CurrentPassword error={errors['password']} onChange={() => clear('password')} />
      <div className={styles.buttons}>
        <Button type="submit" loading={busy}>
          {w.confirm}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {w.cancel}
        </Button>
      </div>
    </form>
  );
}

function Remove({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { secondFactor: w } = useWords(profileWords);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [remove, busy] = useAction<SecondFactorRemoveMutation>(graphql`
    mutation SecondFactorRemoveMutation($input: RemoveSecondFactorInput!) {
      result: removeSecondFactor(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    const outcome = await remove({ input: { password } });
    if (outcome.ok) onDone();
    else refuse(outcome.fieldErrors);
  };
  return (
    <form ref={form} className={styles.fields} onSubmit={(event) => void submit(event)}>
      <p>{w.removeAbout}</p>
      <CurrentPassword error={errors['password']} onChange={() => clear('password')} />
      <div className={styles.buttons}>
        <Button type="submit" color="red" loading={busy}>
          {w.remove}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {w.cancel}
        </Button>
      </div>
    </form>
  );
}
