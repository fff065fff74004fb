import { useState } from 'react';
import { rulesWords } from '../../generated/words/rules.ts';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { notify } from '../../ui/messages.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { ruleInput, type RuleFields } from './rule-fields.ts';
import { useUpdateRule } from './use-update-rule.ts';

/** State of a rule that is viewed or edited, and the result of saving it. */
export function useRuleCard(id: string, saved: RuleFields, canEdit: boolean) {
  const w = useWords(rulesWords);
  const { value, draft, restored, change, settle, discard } = useDraft<RuleFields>(`rule:${id}`, saved);
  const [editing, setEditing] = useState(restored && canEdit);
  const [failure, setFailure] = useState<{ message: string; lost: Partial<RuleFields> } | null>(null);
  const [refused, setRefused] = useState<FieldErrors>({});
  const [update, saving] = useUpdateRule();

  const edit = () => {
    setFailure(null);
    setEditing(true);
  };
  const cancel = () => {
    discard();
    setRefused({});
    setEditing(false);
  };
  const save = async () => {
    const sent = draft;
    setFailure(null);
    setRefused({});
    const outcome = await update({ input: { id, ...ruleInput(value) } }, { tell: false });
    setEditing(false);
    if (outcome.ok) {
      settle(sent);
      return notify(w.saved, 2000);
    }
    // Shows the saved rule again; the unsaved changes can be restored with one click.
    discard();
    setRefused(outcome.fieldErrors);
    setFailure({ message: Object.values(outcome.fieldErrors).join(' ') || outcome.message, lost: sent });
  };
  const bringBack = () => {
    if (failure) change(failure.lost);
    edit();
  };
  return {
    value,
    restored,
    change,
    discard,
    editing,
    edit,
    cancel,
    save,
    saving,
    refused,
    failure: failure && failure.message,
    bringBack,
  };
}
