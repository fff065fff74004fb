// oxlint-disable relay/unused-fields -- the rule is handed whole to the editor
import { Button, Loader } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { RuleCard_rule$key } from '../../__generated__/RuleCard_rule.graphql.ts';
import { DraftNotice } from '../../frames/DraftNotice.tsx';
import { formWords } from '../../generated/words/form.ts';
import { rulesWords } from '../../generated/words/rules.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { DeleteRule } from './DeleteRule.tsx';
import styles from './ProcessingRulesScreen.module.css';
import { fieldsOf, type RuleFields } from './rule-fields.ts';
import { RuleEditor } from './RuleEditor.tsx';
import { RuleMoves, type RulePlace } from './RuleMoves.tsx';
import { RuleLine, RuleSentence } from './RuleSentence.tsx';
import { useRuleContext } from './rule-context.ts';
import { useRuleCard } from './use-rule-card.ts';

interface RuleCardProps extends RulePlace {
  rule: RuleCard_rule$key;
}

/** A rule: collapsed or open, looked at or edited. */
export function RuleCard({ rule: key, ...place }: RuleCardProps) {
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
  const { canEdit, canDelete } = useRuleContext();
  const saved = useMemo(() => fieldsOf(rule), [rule]);
  const card = useRuleCard(rule.id, saved, canEdit);
  const [open, setOpen] = useState(card.editing);
  const [deleting, setDeleting] = useState(false);
  const body = `rule-${rule.id}`;
  return (
    <div
      className={styles.rule}
      data-testid="rule"
      data-open={open || undefined}
      data-failed={card.failure !== null ? '' : undefined}
      data-off={rule.enabled ? undefined : ''}
    >
      <div className={styles.head}>
        <span className={styles.place} aria-hidden="true">
          {place.place + 1}
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
              {card.saving && <Loader size={15} role="img" aria-label={f.saving} />}
            </span>
          </button>
        </h2>
        {canDelete && <RuleMoves rule={rule} saved={saved} {...place} />}
        {!open && (
          <p className={styles.brief}>
            <RuleLine rule={saved} />
          </p>
        )}
      </div>
      <div id={body} className={styles.body} hidden={!open}>
        {open && <RuleBody id={rule.id} saved={saved} card={card} onDelete={() => setDeleting(true)} />}
      </div>
      <DeleteRule
        id={rule.id}
        name={rule.name}
        opened={deleting}
        onClose={() => setDeleting(false)}
        onDeleted={card.discard}
      />
    </div>
  );
}

interface RuleBodyProps {
  id: string;
  saved: RuleFields;
  card: ReturnType<typeof useRuleCard>;
  onDelete: () => void;
}

/** An open rule: in words with what can be done with it, or its editor. */
function RuleBody({ id, saved, card, onDelete }: RuleBodyProps) {
  const f = useWords(formWords);
  const w = useWords(rulesWords);
  const { canEdit, canDelete } = useRuleContext();
  return (
    <>
      {card.failure !== null && (
        <div className={styles.failure} role="alert">
          <span>{w.notSaved({ reason: card.failure })}</span>
          <Button size="compact-sm" variant="default" onClick={card.bringBack}>
            {w.restore}
          </Button>
        </div>
      )}
      {card.editing && card.restored && !card.saving && <DraftNotice onDiscard={card.cancel} />}
      {card.editing ? (
        <RuleEditor
          rule={id}
          value={card.value}
          busy={card.saving}
          refused={card.refused}
          onChange={card.change}
          onSave={() => void card.save()}
          onCancel={card.cancel}
        />
      ) : (
        <RuleSentence rule={saved} />
      )}
      {!card.editing && canDelete && (
        <div className={styles.buttons}>
          {canEdit && (
            <Button variant="default" size="sm" leftSection={<IconPencil size={15} />} onClick={card.edit}>
              {f.edit}
            </Button>
          )}
          <Button
            variant="subtle"
            color="red"
            size="sm"
            leftSection={<IconTrash size={15} />}
            onClick={onDelete}
          >
            {f.delete}
          </Button>
        </div>
      )}
    </>
  );
}
