import { ActionIcon, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useId, type HTMLAttributes } from 'react';
import { formWords } from '../../generated/words/form.ts';
import { rulesWords } from '../../generated/words/rules.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProcessingRulesScreen.module.css';
import { ruleInput, type RuleFields } from './rule-fields.ts';
import { useRuleContext } from './rule-context.ts';
import { useUpdateRule } from './use-update-rule.ts';

export interface RulePlace {
  /** From 0. */
  place: number;
  count: number;
  /** What the handle does by which it is dragged. */
  handle: HTMLAttributes<HTMLElement>;
  onMove: (to: number) => void;
}

interface RuleMovesProps extends RulePlace {
  rule: { readonly id: string; readonly name: string; readonly enabled: boolean };
  saved: RuleFields;
}

/** Turns a rule on and off, and moves it among the others. */
export function RuleMoves({ rule, saved, ...place }: RuleMovesProps) {
  const w = useWords(rulesWords);
  const { canEdit } = useRuleContext();
  const [turn, turning] = useUpdateRule();
  const turnTo = (enabled: boolean) =>
    void turn(
      { input: { id: rule.id, ...ruleInput(saved), enabled } },
      { optimisticUpdater: (store) => void store.get(rule.id)?.setValue(enabled, 'enabled') },
    );
  return (
    <div className={styles.moves}>
      <Switch
        aria-label={w.applied({ name: rule.name })}
        checked={rule.enabled}
        disabled={turning || (!canEdit && !rule.enabled)}
        onChange={({ currentTarget }) => turnTo(currentTarget.checked)}
      />
      {canEdit && place.count > 1 && <MoveButtons name={rule.name} {...place} />}
    </div>
  );
}

/** Moves a rule, by dragging or step by step. */
function MoveButtons({ name, place, count, handle, onMove }: RulePlace & { name: string }) {
  const { move: w } = useWords(formWords);
  const help = useId();
  return (
    <>
      <button
        type="button"
        className={styles.handle}
        aria-label={w.handle({ name })}
        aria-describedby={help}
        {...handle}
      >
        <IconGripVertical size={18} />
      </button>
      <span id={help} className="visually-hidden">
        {w.help}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        data-move="up"
        disabled={place === 0}
        aria-label={w.up({ name })}
        onClick={() => onMove(place - 1)}
      >
        <IconArrowUp size={17} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        data-move="down"
        disabled={place === count - 1}
        aria-label={w.down({ name })}
        onClick={() => onMove(place + 1)}
      >
        <IconArrowDown size={17} />
      </ActionIcon>
    </>
  );
}
