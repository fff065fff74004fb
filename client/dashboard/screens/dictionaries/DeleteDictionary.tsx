import { useState } from 'react';
import { graphql } from 'react-relay';
import type { DeleteDictionaryMutation } from '../../__generated__/DeleteDictionaryMutation.graphql.ts';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { showError } from '../../ui/messages.ts';
import { useRestorableDays } from '../../ui/time/restorable-days.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { useUndo } from '../../frames/deleted-items/use-undo.ts';

interface DeleteDictionaryProps {
  id: string;
  name: string;
  /** Of its entries. */
  count: number;
  onClose: () => void;
  onDeleted: () => void;
  /** When its deletion is taken back. */
  onRestored: () => void;
}

/** Asks twice: whether it is meant, and then with how many entries it goes. */
export function DeleteDictionary({ id, name, count, onClose, onDeleted, onRestored }: DeleteDictionaryProps) {
  const { delete: w } = useWords(dictionariesWords);
  const [step, setStep] = useState<1 | 2>(1);
  const [remove, busy] = useAction<DeleteDictionaryMutation>(graphql`
    mutation DeleteDictionaryMutation($input: DeleteDictionaryInput!) {
      result: deleteDictionary(input: $input) {
        __typename
        ... on DeleteDictionarySuccess {
          dictionary {
            id
            deletedAt
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const undo = useUndo('dictionaries');
  const days = useRestorableDays();
  const confirm = async () => {
    if (step === 1) return setStep(2);
    const outcome = await remove({ input: { id } });
    onClose();
    if (!outcome.ok) {
      // What is wrong with it belongs to no field here: a project keeps its last one.
      if (Object.keys(outcome.fieldErrors).length > 0) showError({ message: outcome.message });
      return;
    }
    onDeleted();
    undo({ id, name }, w.deleted({ name }), onRestored);
  };
  return (
    <ConfirmDialog
      key={step}
      title={step === 1 ? w.question : w.sure}
      confirm={step === 1 ? w.confirm : w.finally}
      opened
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{step === 1 ? w.text({ name }) : w.with({ name, count, days })}</p>
    </ConfirmDialog>
  );
}
