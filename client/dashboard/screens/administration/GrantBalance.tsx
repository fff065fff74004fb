import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { GrantBalanceMutation, GrantKind } from '../../__generated__/GrantBalanceMutation.graphql.ts';
import type { GrantBalanceNowQuery } from '../../__generated__/GrantBalanceNowQuery.graphql.ts';
import { failureMessage } from '../../relay/failures.ts';
import { useAction } from '../../relay/use-action.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { unplacedErrors, type FieldErrors } from '../../ui/forms/field-errors.ts';
import { formatCount } from '../../ui/format.ts';
import { notify, showError } from '../../ui/messages.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { administrationWords, type AdministrationWords } from '../../generated/words/administration.ts';
import { uiWords } from '../../generated/words/ui.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { numberSigns } from '../../ui/forms/number-signs.ts';
import styles from './Administration.module.css';

/** The most that one entry may be about, as the server has it. */
const grantMax = 1_000_000_000_000;
const whyMax = 500;
const kinds: readonly GrantKind[] = ['GRANTED', 'CREDITED'];

/** Whose account it is. */
export interface AccountHolder {
  kind: 'organization' | 'user';
  /** Global id. */
  id: string;
  name: string;
}

interface Grant {
  characters: number;
  kind: GrantKind;
  reason: string;
  /** Tells this change from others, so that it happens once however often it is sent. */
  requestId: string;
  /** Balance at the time of the query. */
  now: number;
}

interface GrantBalanceProps {
  holder: AccountHolder;
  verified: boolean;
  onChange: () => void;
}

/** Adds characters to an account, or takes some, once the old and the new balance were seen. */
export function GrantBalance({ holder, verified, onChange }: GrantBalanceProps) {
  const { grant: w } = useWords(administrationWords);
  const readBalance = useReadBalance(holder.id);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [characters, setCharacters] = useState<number | string>('');
  const [kind, setKind] = useState<GrantKind>('GRANTED');
  const [reason, setReason] = useState('');
  const [reading, setReading] = useState(false);
  const [asked, setAsked] = useState<Grant | null>(null);

  const review = async (event: FormEvent) => {
    event.preventDefault();
    if (reading) return;
    const found = problemsOf(characters, reason, w);
    if (Object.keys(found).length > 0) return refuse(found);
    setReading(true);
    try {
      const now = await readBalance();
      if (now === null) return showError({ message: w.unread });
      setAsked({ characters: Number(characters), kind, reason, requestId: crypto.randomUUID(), now });
    } catch (error) {
      showError(failureMessage(error));
    } finally {
      setReading(false);
    }
  };
  const done = (balance: number | null) => {
    setAsked(null);
    setCharacters('');
    setReason('');
    if (balance !== null) notify(w.done({ count: balance }), 4000);
    onChange();
  };
  const refused = (fieldErrors: FieldErrors) => {
    setAsked(null);
    refuse(fieldErrors);
  };
  return (
    <form
      ref={form}
      className={styles.grant}
      noValidate
      aria-label={w.title}
      onSubmit={(event) => void review(event)}
    >
      <h3>{w.title}</h3>
      <GrantFields
        value={{ characters, kind, reason }}
        errors={errors}
        onChange={(part) => {
          if (part.characters !== undefined) setCharacters(part.characters);
          if (part.kind !== undefined) setKind(part.kind);
          if (part.reason !== undefined) setReason(part.reason);
          clear(...Object.keys(part));
        }}
      />
      <FieldError>{unplacedErrors(errors, ['characters', 'kind', 'reason'])[0]}</FieldError>
      <div>
        <Button type="submit" variant="default" loading={reading}>
          {w.review}
        </Button>
      </div>
      {asked && (
        <ConfirmGrant
          holder={holder}
          verified={verified}
          grant={asked}
          onDone={done}
          onRefused={refused}
          onClose={() => setAsked(null)}
        />
      )}
    </form>
  );
}

interface GrantFieldsValue {
  characters: number | string;
  kind: GrantKind;
  reason: string;
}

interface GrantFieldsProps {
  value: GrantFieldsValue;
  errors: FieldErrors;
  onChange: (part: Partial<GrantFieldsValue>) => void;
}

/** Amount, type and reason of a balance change. */
function GrantFields({ value, errors, onChange }: GrantFieldsProps) {
  const { grant: w } = useWords(administrationWords);
  return (
    <>
      <div className={styles.fields}>
        <NumberInput
          label={w.characters}
          description={w.charactersHint}
          {...numberSigns()}
          allowDecimal={false}
          hideControls
          value={value.characters}
          error={errors['characters']}
          onChange={(characters) => onChange({ characters })}
        />
        <Select
          label={w.kind}
          description={w.kindHint}
          allowDeselect={false}
          data={kinds.map((kind) => ({ value: kind, label: w.kinds[kind as keyof typeof w.kinds] }))}
          value={value.kind}
          error={errors['kind']}
          onChange={(kind) => kind && onChange({ kind: kind as GrantKind })}
        />
      </div>
      <TextInput
        label={w.reason}
        description={w.reasonHint}
        maxLength={whyMax}
        autoComplete="off"
        value={value.reason}
        error={errors['reason']}
        onChange={({ currentTarget }) => onChange({ reason: currentTarget.value })}
      />
    </>
  );
}

/** Reads the balance as it is now: articles may have been voiced since the screen was opened. */
function useReadBalance(id: string) {
  const environment = useRelayEnvironment();
  return async (): Promise<number | null> => {
    const read = await fetchQuery<GrantBalanceNowQuery>(
      environment,
      nowQuery,
      { id },
      { fetchPolicy: 'network-only' },
    ).toPromise();
    return read?.node?.balance ?? read?.node?.ownBalance ?? null;
  };
}

function problemsOf(
  characters: number | string,
  reason: string,
  w: AdministrationWords['grant'],
): FieldErrors {
  return {
    ...(!Number.isInteger(characters) || characters === 0
      ? { characters: w.wholeNumber }
      : Math.abs(Number(characters)) > grantMax && { characters: w.tooMuch({ most: grantMax }) }),
    ...(!reason.trim() && { reason: w.required }),
  };
}

interface ConfirmGrantProps {
  holder: AccountHolder;
  verified: boolean;
  grant: Grant;
  /** @param balance the new one */
  onDone: (balance: number | null) => void;
  onRefused: (errors: FieldErrors) => void;
  onClose: () => void;
}

function ConfirmGrant({ holder, verified, grant, onDone, onRefused, onClose }: ConfirmGrantProps) {
  const { grant: w } = useWords(administrationWords);
  const { cancel } = useWords(uiWords);
  const { characters, kind, reason, requestId, now } = grant;
  const sent = useRef(false);
  const [change, busy] = useAction<GrantBalanceMutation>(graphql`
    mutation GrantBalanceMutation($input: GrantBalanceInput!) {
      result: grantBalance(input: $input) {
        __typename
        ... on GrantBalanceSuccess {
          organization {
            id
            balance
          }
          user {
            id
            ownBalance
            balance
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const confirm = async () => {
    if (sent.current) return;
    sent.current = true;
    const outcome = await change({
      input: { [holder.kind]: holder.id, characters, kind, reason: reason.trim(), requestId },
    });
    if (outcome.ok)
      return onDone(outcome.result.organization?.balance ?? outcome.result.user?.ownBalance ?? null);
    // What did not arrive may be sent again: it counts once.
    sent.current = false;
    if (Object.keys(outcome.fieldErrors).length > 0) onRefused(outcome.fieldErrors);
  };
  const then = now + characters;
  return (
    <Dialog
      title={w.confirmTitle({ name: holder.name })}
      opened
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button loading={busy} {...(characters < 0 && { color: 'red' })} onClick={() => void confirm()}>
            {characters < 0 ? w.confirmTake({ count: -characters }) : w.confirmGive({ count: characters })}
          </Button>
        </>
      }
    >
      <dl className={styles.sum}>
        <div>
          <dt>{w.now}</dt>
          <dd>{formatCount(now)}</dd>
        </div>
        <div>
          <dt>{w.change}</dt>
          <dd>
            {characters > 0 ? '+' : '−'}
            {formatCount(Math.abs(characters))}
          </dd>
        </div>
        <div>
          <dt>{w.afterwards}</dt>
          <dd>{formatCount(then)}</dd>
        </div>
        <div>
          <dt>{w.reason}</dt>
          <dd>{reason.trim()}</dd>
        </div>
      </dl>
      {then < 0 && !verified && <p className={styles.warn}>{w.belowZero}</p>}
      <p>{w.confirmNote}</p>
    </Dialog>
  );
}

const nowQuery = graphql`
  query GrantBalanceNowQuery($id: ID!) {
    node(id: $id) {
      ... on Organization {
        balance
      }
      ... on User {
        ownBalance
      }
    }
  }
`;
