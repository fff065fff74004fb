import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { FieldErrors } from '../../ui/field-errors.ts';
import { formWords } from '../../generated/words/form.ts';
import { rulesWords } from '../../generated/words/rules.ts';
import { useWords } from '../../words/word-catalogue.ts';
import screenStyles from './ProcessingRulesScreen.module.css';
import styles from './RuleEditor.module.css';
import {
  conditionKey,
  emptyAction,
  emptyCondition,
  findAction,
  findCondition,
  hasProblems,
  ruleInput,
  ruleProblems,
  unnamed,
  type RuleFields,
} from './rule-fields.ts';
import { useRuleSurroundings } from './rule-surroundings.ts';
import { TryDraft } from '../trial/TryDraft.tsx';
import { RuleMatches } from './RuleMatches.tsx';
import { RuleValue } from './RuleValue.tsx';

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
  const { catalogue, projectId } = useRuleSurroundings();
  const [tried, setTried] = useState(false);
  const problems = ruleProblems(value, catalogue);
  // A refused part that was edited since is no longer what was refused.
  const [sent, setSent] = useState({ refused, value });
  if (sent.refused !== refused) setSent({ refused, value });
  const refusedPart = (field: 'predicates' | 'actions', index: number) =>
    sent.value[field][index] === value[field][index] ? refused[`${field}.${index}`] : undefined;
  const shown = tried ? problems : { rule: null, predicates: {}, actions: {} };
  const { predicates, actions } = value;
  const parts = ruleInput(value);
  const replace = <T,>(list: readonly T[], index: number, part: T) =>
    list.map((other, place) => (place === index ? part : other));
  const without = <T,>(list: readonly T[], index: number) => list.filter((_, place) => place !== index);

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
        value={value.name === unnamed ? '' : value.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <fieldset className={styles.block} disabled={busy}>
        <legend>{w.ifWord}</legend>
        {predicates.map((predicate, index) => {
          const kind = findCondition(catalogue, predicate);
          return (
            <Part
              key={index}
              join={index > 0}
              kinds={catalogue.conditions.map((condition) => ({
                value: conditionKey(condition),
                label: condition.title,
              }))}
              part="condition"
              place={index + 1}
              chosen={conditionKey(predicate)}
              unknown={!kind}
              wide={false}
              onChoose={(key) => {
                const next = catalogue.conditions.find((condition) => conditionKey(condition) === key)!;
                // What was typed is kept where it still means something.
                const kept =
                  kind?.valueKind === next.valueKind && next.valueKind !== 'OPTIONS'
                    ? predicate.value
                    : next.defaultValue;
                onChange({
                  predicates: replace(predicates, index, {
                    operator: next.operator,
                    subject: next.subject,
                    value: kept,
                  }),
                });
              }}
              onRemove={() => onChange({ predicates: without(predicates, index) })}
            >
              {kind && kind.valueKind !== 'NONE' && (
                <RuleValue
                  kind={{ ...kind, multiple: false }}
                  label={w.conditionValue({ kind: kind.title, place: index + 1 })}
                  values={predicate.value ? [predicate.value] : []}
                  error={shown.predicates[index] ?? refusedPart('predicates', index)}
                  onChange={([changed = '']) =>
                    onChange({ predicates: replace(predicates, index, { ...predicate, value: changed }) })
                  }
                />
              )}
            </Part>
          );
        })}
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange({ predicates: [...predicates, emptyCondition] })}
          >
            {w.addCondition}
          </Button>
        </div>
        <RuleMatches predicates={predicates} />
      </fieldset>
      <fieldset className={styles.block} disabled={busy}>
        <legend>{w.thenWord}</legend>
        {actions.map((action, index) => {
          const kind = findAction(catalogue, action);
          return (
            <Part
              key={index}
              join={index > 0}
              kinds={catalogue.actions.map((other) => ({ value: other.action, label: other.title }))}
              part="action"
              place={index + 1}
              chosen={action.action}
              unknown={!kind}
              hint={kind?.description}
              wide={kind?.valueKind === 'SOUND'}
              onChoose={(key) => {
                const next = catalogue.actions.find((other) => other.action === key)!;
                onChange({
                  actions: replace(actions, index, { action: key, values: [...next.defaultValues] }),
                });
              }}
              onRemove={() => onChange({ actions: without(actions, index) })}
            >
              {kind && kind.valueKind !== 'NONE' && (
                <RuleValue
                  kind={kind}
                  label={w.actionValue({ kind: kind.title, place: index + 1 })}
                  values={action.values}
                  error={shown.actions[index] ?? refusedPart('actions', index)}
                  onChange={(values) => onChange({ actions: replace(actions, index, { ...action, values }) })}
                />
              )}
            </Part>
          );
        })}
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange({ actions: [...actions, emptyAction] })}
          >
            {w.addAction}
          </Button>
        </div>
      </fieldset>
      <div>
        <TryDraft
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

interface PartProps {
  join: boolean;
  part: 'condition' | 'action';
  /** From 1. */
  place: number;
  kinds: { value: string; label: string }[];
  chosen: string;
  /** The catalogue does not have its kind. */
  unknown: boolean;
  hint?: string | undefined;
  /** Its value takes a line of its own. */
  wide: boolean;
  onChoose: (kind: string) => void;
  onRemove: () => void;
  children: ReactNode;
}

function Part({
  join,
  part,
  place,
  kinds,
  chosen,
  unknown,
  hint,
  wide,
  onChoose,
  onRemove,
  children,
}: PartProps) {
  const w = useWords(rulesWords);
  return (
    <>
      {join && <span className={styles.join}>{w.and}</span>}
      <div className={styles.part} data-testid={part}>
        <Select
          aria-label={w[part].kind({ place })}
          placeholder={w[part].choose}
          allowDeselect={false}
          maxDropdownHeight={360}
          data={chosen && unknown ? [...kinds, { value: chosen, label: chosen }] : kinds}
          value={chosen || null}
          onChange={(kind) => kind && kind !== chosen && onChoose(kind)}
        />
        <div className={`${styles.value} ${wide ? styles.wide : ''}`}>{children}</div>
        <ActionIcon
          className={styles.remove!}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={w[part].remove({ place })}
          onClick={onRemove}
        >
          <IconX size={17} />
        </ActionIcon>
        {hint && <p className={styles.hint}>{hint}</p>}
      </div>
    </>
  );
}
