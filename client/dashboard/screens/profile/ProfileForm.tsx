import { Button, TextInput } from '@mantine/core';
import { useMemo, useRef, type FormEvent } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { ProfileForm_user$key } from '../../__generated__/ProfileForm_user.graphql.ts';
import type { ProfileFormMutation } from '../../__generated__/ProfileFormMutation.graphql.ts';
import { reload } from '../../relay/release.ts';
import { useAction } from '../../relay/use-action.ts';
import { showError } from '../../ui/messages.ts';
import { SearchSelect } from '../../ui/forms/SearchSelect.tsx';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { DraftNotice } from '../../frames/DraftNotice.tsx';
import styles from './ProfileScreen.module.css';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].sort();

/**
 * Form for name and time zone. Both are sent, and a zone is required. The page reloads once they are saved.
 */
export function ProfileForm({ user: key }: { user: ProfileForm_user$key }) {
  const user = useFragment(
    graphql`
    fragment ProfileForm_user on User {
      id
      name
      timeZone
    }
  `,
    key,
  );
  const w = useWords(profileWords);
  const saved = useMemo(
    () => ({ name: user.name, timeZone: user.timeZone ?? '' }),
    [user.name, user.timeZone],
  );
  const { value, restored, change, settle, discard } = useDraft(`profile:${user.id}`, saved);
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const edit = (part: Partial<typeof value>) => {
    clear(...Object.keys(part));
    change(part);
  };
  const [update, busy] = useAction<ProfileFormMutation>(graphql`
    mutation ProfileFormMutation($input: UpdateUserInput!) {
      result: updateUser(input: $input) {
        __typename
        ... on UpdateUserSuccess {
          user {
            id
            ...ProfileForm_user
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!value.timeZone) return showError({ message: w.timezoneRequired });
    const sent = value;
    // A failure only ends the saving; problems with a field appear beside it.
    const outcome = await update({ input: sent }, { tell: false });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    settle(sent);
    reload();
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate className={styles.fields}>
      {restored && <DraftNotice onDiscard={discard} />}
      <TextInput
        label={w.fullName}
        autoComplete="name"
        value={value.name}
        error={errors['name']}
        onChange={(event) => edit({ name: event.currentTarget.value })}
      />
      <SearchSelect
        label={w.timezone}
        description={w.timezoneHint}
        allowDeselect={false}
        data={[{ value: '', label: w.noZone }, ...zones]}
        limit={60}
        value={value.timeZone}
        error={errors['timeZone']}
        onChange={(timeZone) => edit({ timeZone: timeZone ?? '' })}
      />
      <div>
        <Button type="submit" disabled={busy || !value.name.trim()}>
          {busy ? w.saving : w.save}
        </Button>
      </div>
    </form>
  );
}
