import { useState } from 'react';
import { graphql } from 'react-relay';
import type { DeleteDictionaryMutation } from '../../__generated__/DeleteDictionaryMutation.graphql.ts';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { notify, showError } from '../../ui/messages.ts';
import { useWords } from '../../words/word-catalogue.ts';

interface DeleteDictionaryProps {
  id: string;
  name: string;
  /** Of its entries. */
  count: number;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks twice: whether it is meant, and then with how many entries it goes. */
export function DeleteDictionary({ id, name, count, onClose, onDeleted }: DeleteDictionaryProps) {
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
  const confirm = async () => {
    if (step === 1) return setStep(2);
    const outcome = await remove({ input: { id } });
    onClose();
    if (!outcome.ok) {
      // What is wrong with it belongs to no field here: a project keeps its last one.
      if (Object.keys(outcome.fieldErrors).length > 0) showError({ message: outcome.message });
      return;
    }
    notify(w.deleted({ name }), 2000);
    onDeleted();
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
      <p>{step === 1 ? w.text({ name }) : w.with({ name, count })}</p>
    </ConfirmDialog>
  );
}
