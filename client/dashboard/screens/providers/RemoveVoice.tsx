import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { graphql } from 'react-relay';
import type { RemoveVoiceMutation } from '../../__generated__/RemoveVoiceMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { notify } from '../../ui/messages.ts';
import { providersWords } from '../../generated/words/providers.ts';
import { useWords } from '../../words/word-catalogue.ts';

interface RemoveVoiceProps {
  voice: { readonly name: string; readonly label: string; readonly projects: number };
  onRemove: () => void;
}

/** Deletes a voice from the server, after saying how many projects use it. */
export function RemoveVoice({ voice: { name, label, projects }, onRemove }: RemoveVoiceProps) {
  const w = useWords(providersWords).installed;
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [remove, busy] = useAction<RemoveVoiceMutation>(graphql`
    mutation RemoveVoiceMutation($input: RemoveVoiceInput!) {
      result: removeVoice(input: $input) {
        __typename
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const confirm = async () => {
    setError(null);
    const outcome = await remove({ input: { name } });
    setAsked(false);
    if (!outcome.ok) return setError(Object.values(outcome.fieldErrors)[0] ?? null);
    notify(w.removed({ voice: label }), 2000);
    onRemove();
  };
  return (
    <>
      <Button
        ref={button}
        size="compact-sm"
        variant="default"
        aria-label={w.removeOf({ voice: label })}
        onClick={() => setAsked(true)}
      >
        {w.remove}
      </Button>
      <FieldError>{error}</FieldError>
      <ConfirmDialog
        title={w.removeTitle({ voice: label })}
        confirm={w.removeConfirm}
        opened={asked}
        busy={busy}
        trigger={button}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(false)}
      >
        <p>{projects > 0 ? w.removeUsed({ count: projects }) : w.removeUnused}</p>
      </ConfirmDialog>
    </>
  );
}
