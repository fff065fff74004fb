import { Button } from '@mantine/core';
import { useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import { graphql } from 'react-relay';
import type { OwnAccountDeleteMutation } from '../../__generated__/OwnAccountDeleteMutation.graphql.ts';
import type { OwnAccountExportMutation } from '../../__generated__/OwnAccountExportMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { notify } from '../../ui/messages.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { CurrentPassword } from './CurrentPassword.tsx';
import styles from './ProfileScreen.module.css';

/** Lets users download their stored data and delete their account. */
export function OwnAccount() {
  const { own: w } = useWords(profileWords);
  const [deleting, setDeleting] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const [exportData, exporting] = useAction<OwnAccountExportMutation>(graphql`
    mutation OwnAccountExportMutation {
      result: exportOwnData {
        __typename
        ... on ExportOwnDataSuccess {
          fileName
          content
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const download = async () => {
    const outcome = await exportData({});
    if (!outcome.ok || outcome.result.content === undefined) return;
    const bytes = Uint8Array.from(atob(outcome.result.content), (character) => character.charCodeAt(0));
    saveFile(bytes, outcome.result.fileName ?? '', 'application/zip');
    notify(w.downloaded, 2000);
  };
  return (
    <div className={styles.fields}>
      <p className={styles.note}>{w.about}</p>
      <div className={styles.buttons}>
        <Button variant="default" loading={exporting} onClick={() => void download()}>
          {w.download}
        </Button>
        <Button ref={trigger} variant="subtle" color="red" onClick={() => setDeleting(true)}>
          {w.delete}
        </Button>
      </div>
      {deleting && <DeleteAccount trigger={trigger} onClose={() => setDeleting(false)} />}
    </div>
  );
}

function DeleteAccount({
  trigger,
  onClose,
}: {
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const { own: w } = useWords(profileWords);
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [remove, busy] = useAction<OwnAccountDeleteMutation>(graphql`
    mutation OwnAccountDeleteMutation($input: DeleteOwnAccountInput!) {
      result: deleteOwnAccount(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    const outcome = await remove({ input: { password } });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    location.replace('/');
  };
  return (
    <Dialog
      title={w.deleteTitle}
      opened
      trigger={trigger}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {w.cancel}
          </Button>
          <Button type="submit" form={id} color="red" loading={busy}>
            {w.deleteNow}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} noValidate className={styles.fields} onSubmit={(event) => void submit(event)}>
        <p>{w.deleteText}</p>
        <CurrentPassword optional error={errors['password']} onChange={() => clear('password')} />
        <FieldError>{errors['account']}</FieldError>
      </form>
    </Dialog>
  );
}
