import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { formWords } from '../../generated/words/form.ts';
import { rulesWords } from '../../generated/words/rules.ts';
import { useWords } from '../../words/word-catalogue.ts';
import screenStyles from './ProcessingRulesScreen.module.css';
import styles from './RuleEditor.module.css';
import { hasProblems, ruleInput, ruleProblems, defaultRuleName, type RuleFields } from './rule-fields.ts';
import { useRuleContext } from './rule-context.ts';
import { PreviewDraft } from '../draft-preview/PreviewDraft.tsx';
import { RuleActions, RuleConditions } from './RuleParts.tsx';

interface RuleEditorProps {
  /** Global id of the rule that is edited; null: a new one. */
  rule: string | null;
  value: RuleFields;
  busy: boolean;
  /** What the server refused, by `name`, `predicates.0` and so on, until that part is edited. */
  refused: FieldErrors;
  onChange: (part: Partial<RuleFields>) => void;
  onSave: () => void;
  onCancel: () => void;
}

/** A rule's name, conditions and actions; what is missing shows once Save was tried. */
export function RuleEditor({ rule, value, busy, refused, onChange, onSave, onCancel }: RuleEditorProps) {
  const f = useWords(formWords);
  const w = useWords(rulesWords);
  const { catalogue, projectId } = useRuleContext();
  const [tried, setTried] = useState(false);
  const problems = ruleProblems(value, catalogue);
  // A refused part that was edited since is no longer what was refused.
  const [sent, setSent] = useState({ refused, value });
  if (sent.refused !== refused) setSent({ refused, value });
  const refusedPart = (field: 'predicates' | 'actions', index: number) =>
    sent.value[field][index] === value[field][index] ? refused[`${field}.${index}`] : undefined;
  const shown = tried ? problems : { rule: null, predicates: {}, actions: {} };
  const parts = ruleInput(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!hasProblems(problems)) onSave();
  };
  return (
    <form className={styles.editor} onSubmit={submit} noValidate>
      <TextInput
        label={w.name}
        description={w.nameHint}
        placeholder={w.unnamed}
        maxLength={255}
        disabled={busy}
        value={value.name === defaultRuleName ? '' : value.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <RuleConditions
        value={value}
        busy={busy}
        errorOf={(index) => shown.predicates[index] ?? refusedPart('predicates', index)}
        onChange={onChange}
      />
      <RuleActions
        value={value}
        busy={busy}
        errorOf={(index) => shown.actions[index] ?? refusedPart('actions', index)}
        onChange={onChange}
      />
      <div>
        <PreviewDraft
          project={projectId}
          draft={{ rule: { rule, predicates: parts.predicates, actions: parts.actions } }}
          disabled={hasProblems(problems)}
        />
      </div>
      {shown.rule && (
        <p className={screenStyles.failure} role="alert">
          {shown.rule}
        </p>
      )}
      <div className={screenStyles.buttons}>
        <Button type="submit" loading={busy}>
          {f.save}
        </Button>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {f.cancel}
        </Button>
      </div>
    </form>
  );
}
