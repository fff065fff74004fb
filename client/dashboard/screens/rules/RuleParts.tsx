import { ActionIcon, Button, Select } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { rulesWords } from '../../generated/words/rules.ts';
import { editRows } from '../../ui/forms/edit-rows.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './RuleEditor.module.css';
import {
  conditionKey,
  emptyAction,
  emptyCondition,
  findAction,
  findCondition,
  type RuleFields,
} from './rule-fields.ts';
import { RuleMatches } from './RuleMatches.tsx';
import { useRuleContext } from './rule-context.ts';
import { RuleValue } from './RuleValue.tsx';

interface RulePartsProps {
  value: RuleFields;
  busy: boolean;
  /** Problems of a part, by its index. */
  errorOf: (index: number) => string | undefined;
  onChange: (part: Partial<RuleFields>) => void;
}

/** When a rule applies. */
export function RuleConditions({ value: { predicates }, busy, errorOf, onChange }: RulePartsProps) {
  const w = useWords(rulesWords);
  const { catalogue } = useRuleContext();
  const rows = editRows<RuleFields['predicates'][number]>(predicates, (changed) =>
    onChange({ predicates: changed }),
  );
  return (
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
              rows.set(index, { operator: next.operator, subject: next.subject, value: kept });
            }}
            onRemove={() => rows.remove(index)}
          >
            {kind && kind.valueKind !== 'NONE' && (
              <RuleValue
                kind={{ ...kind, multiple: false }}
                label={w.conditionValue({ kind: kind.title, place: index + 1 })}
                values={predicate.value ? [predicate.value] : []}
                error={errorOf(index)}
                onChange={([changed = '']) => rows.set(index, { value: changed })}
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
          onClick={() => rows.add(emptyCondition)}
        >
          {w.addCondition}
        </Button>
      </div>
      <RuleMatches predicates={predicates} />
    </fieldset>
  );
}

/** What a rule does. */
export function RuleActions({ value: { actions }, busy, errorOf, onChange }: RulePartsProps) {
  const w = useWords(rulesWords);
  const { catalogue } = useRuleContext();
  const rows = editRows<RuleFields['actions'][number]>(actions, (changed) => onChange({ actions: changed }));
  return (
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
              rows.set(index, { action: key, values: [...next.defaultValues] });
            }}
            onRemove={() => rows.remove(index)}
          >
            {kind && kind.valueKind !== 'NONE' && (
              <RuleValue
                kind={kind}
                label={w.actionValue({ kind: kind.title, place: index + 1 })}
                values={action.values}
                error={errorOf(index)}
                onChange={(values) => rows.set(index, { values })}
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
          onClick={() => rows.add(emptyAction)}
        >
          {w.addAction}
        </Button>
      </div>
    </fieldset>
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
  /** Its value takes a separate line. */
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
