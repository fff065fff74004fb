// oxlint-disable relay/unused-fields -- the rule is handed whole to the editor
import { ActionIcon, Button, Loader, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { useId, useMemo, useState, type HTMLAttributes } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { RuleCardMutation } from '../../__generated__/RuleCardMutation.graphql.ts';
import type { RuleCard_rule$key } from '../../__generated__/RuleCard_rule.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import type { FieldErrors } from '../../ui/field-errors.ts';
import { notify } from '../../ui/messages.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { formWords } from '../../generated/words/form.ts';
import { rulesWords } from '../../generated/words/rules.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { DraftNotice } from '../article/DraftNotice.tsx';
import { DeleteRule } from './DeleteRule.tsx';
import styles from './ProcessingRulesScreen.module.css';
import { fieldsOf, ruleInput, type RuleFields } from './rule-fields.ts';
import { RuleEditor } from './RuleEditor.tsx';
import { RuleLine, RuleSentence } from './RuleSentence.tsx';
import { useRuleSurroundings } from './rule-surroundings.ts';

const updateMutation = graphql`
  mutation RuleCardMutation($input: UpdateProcessingRuleInput!) {
    result: updateProcessingRule(input: $input) {
      __typename
      ... on UpdateProcessingRuleSuccess {
        rule {
          ...RuleCard_rule
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

interface RuleCardProps {
  rule: RuleCard_rule$key;
  /** From 0. */
  place: number;
  count: number;
  /** What the handle does by which it is dragged. */
  handle: HTMLAttributes<HTMLElement>;
  onMove: (to: number) => void;
}

/** A rule: collapsed or open, looked at or edited. */
export function RuleCard({ rule: key, place, count, handle, onMove }: RuleCardProps) {
  const rule = useFragment(
    graphql`
    fragment RuleCard_rule on ProcessingRule {
      id
      name
      enabled
      predicates {
        operator
        subject
        value
      }
      actions {
        action
        values
      }
    }
  `,
    key,
  );
  const f = useWords(formWords);
  const w = useWords(rulesWords);
  const { canEdit, canDelete } = useRuleSurroundings();
  const saved = useMemo(() => fieldsOf(rule), [rule]);
  const { value, draft, restored, change, settle, discard } = useDraft<RuleFields>(`rule:${rule.id}`, saved);
  const [editing, setEditing] = useState(restored && canEdit);
  const [open, setOpen] = useState(editing);
  const [failure, setFailure] = useState<{ message: string; lost: Partial<RuleFields> } | null>(null);
  const [refused, setRefused] = useState<FieldErrors>({});
  const [deleting, setDeleting] = useState(false);
  const [update, saving] = useAction<RuleCardMutation>(updateMutation);

  const [turn, turning] = useAction<RuleCardMutation>(updateMutation);
  const help = useId();
  const turnTo = (enabled: boolean) =>
    void turn(
      { input: { id: rule.id, ...ruleInput(saved), enabled } },
      { optimisticUpdater: (store) => void store.get(rule.id)?.setValue(enabled, 'enabled') },
    );

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
    const outcome = await update({ input: { id: rule.id, ...ruleInput(value) } }, { tell: false });
    setEditing(false);
    if (outcome.ok) {
      settle(sent);
      return notify(w.saved, 2000);
    }
    // Back to what is saved; what was meant to be saved is one press away.
    discard();
    setRefused(outcome.fieldErrors);
    setFailure({ message: Object.values(outcome.fieldErrors).join(' ') || outcome.message, lost: sent });
  };
  const bringBack = () => {
    if (failure) change(failure.lost);
    edit();
  };
  const body = `rule-${rule.id}`;
  return (
    <div
      className={styles.rule}
      data-testid="rule"
      data-open={open || undefined}
      data-failed={failure ? '' : undefined}
      data-off={rule.enabled ? undefined : ''}
    >
      <div className={styles.head}>
        <span className={styles.place} aria-hidden="true">
          {place + 1}
        </span>
        <h2>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={body}
            onClick={() => setOpen(!open)}
          >
            <span className={styles.name}>
              {rule.name}
              {!rule.enabled && <span className={styles.off}>{w.off}</span>}
              {saving && <Loader size={15} role="img" aria-label={f.saving} />}
            </span>
          </button>
        </h2>
        {canDelete && (
          <div className={styles.moves}>
            <Switch
              aria-label={w.applied({ name: rule.name })}
              checked={rule.enabled}
              disabled={turning || (!canEdit && !rule.enabled)}
              onChange={({ currentTarget }) => turnTo(currentTarget.checked)}
            />
            {canEdit && count > 1 && (
              <>
                <button
                  type="button"
                  className={styles.handle}
                  aria-label={f.move.handle({ name: rule.name })}
                  aria-describedby={help}
                  {...handle}
                >
                  <IconGripVertical size={18} />
                </button>
                <span id={help} className="visually-hidden">
                  {f.move.help}
                </span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={32}
                  data-move="up"
                  disabled={place === 0}
                  aria-label={f.move.up({ name: rule.name })}
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
                  aria-label={f.move.down({ name: rule.name })}
                  onClick={() => onMove(place + 1)}
                >
                  <IconArrowDown size={17} />
                </ActionIcon>
              </>
            )}
          </div>
        )}
        {!open && (
          <p className={styles.brief}>
            <RuleLine rule={saved} />
          </p>
        )}
      </div>
      <div id={body} className={styles.body} hidden={!open}>
        {open && failure && (
          <div className={styles.failure} role="alert">
            <span>{w.notSaved({ reason: failure.message })}</span>
            <Button size="compact-sm" variant="default" onClick={bringBack}>
              {w.restore}
            </Button>
          </div>
        )}
        {open && editing && restored && !saving && <DraftNotice onDiscard={cancel} />}
        {open && editing && (
          <RuleEditor
            rule={rule.id}
            value={value}
            busy={saving}
            refused={refused}
            onChange={change}
            onSave={() => void save()}
            onCancel={cancel}
          />
        )}
        {open && !editing && <RuleSentence rule={saved} />}
        {open && !editing && canDelete && (
          <div className={styles.buttons}>
            {canEdit && (
              <Button variant="default" size="sm" leftSection={<IconPencil size={15} />} onClick={edit}>
                {f.edit}
              </Button>
            )}
            <Button
              variant="subtle"
              color="red"
              size="sm"
              leftSection={<IconTrash size={15} />}
              onClick={() => setDeleting(true)}
            >
              {f.delete}
            </Button>
          </div>
        )}
      </div>
      <DeleteRule
        id={rule.id}
        name={rule.name}
        opened={deleting}
        onClose={() => setDeleting(false)}
        onDeleted={discard}
      />
    </div>
  );
}
