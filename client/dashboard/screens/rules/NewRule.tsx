// oxlint-disable relay/unused-fields -- templates are handed whole to what makes rules of them
import { IconHistory, IconPencilPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { NewRuleMutation } from '../../__generated__/NewRuleMutation.graphql.ts';
import type { NewRule_catalogue$key } from '../../__generated__/NewRule_catalogue.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { notify } from '../../ui/messages.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { ruleCatalogueWords } from '../../generated/words/ruleCatalogue.ts';
import { rulesWords } from '../../generated/words/rules.ts';
import { textByKey, useWords } from '../../words/word-catalogue.ts';
import styles from './ProcessingRulesScreen.module.css';
import { blankRule, fieldsOf, ruleInput, type RuleFields } from './rule-fields.ts';
import { RuleEditor } from './RuleEditor.tsx';
import { RuleLine } from './RuleSentence.tsx';

interface NewRuleProps {
  project: string;
  /** Of the rules. */
  here: string;
  catalogue: NewRule_catalogue$key;
}

/** The start page of a new rule, then its editor. */
export function NewRule({ project, here, catalogue }: NewRuleProps) {
  const w = useWords(rulesWords);
  const { value, draft, dirty, change, settle, discard } = useDraft<RuleFields>(
    `new-rule:${project}`,
    blankRule,
  );
  const [failure, setFailure] = useState<{ message: string; fieldErrors: FieldErrors } | null>(null);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [create, busy] = useAction<NewRuleMutation>(newRuleMutation);

  const start = (rule: RuleFields) => {
    discard();
    change(rule);
    void navigate(`${here}?new=rule`);
  };
  const save = async () => {
    const sent = draft;
    setFailure(null);
    const outcome = await create({ input: { project, ...ruleInput(value) } }, { tell: false });
    if (!outcome.ok)
      return setFailure({
        message: Object.values(outcome.fieldErrors).join(' ') || outcome.message,
        fieldErrors: outcome.fieldErrors,
      });
    settle(sent);
    notify(w.added, 2000);
    await navigate(here, { replace: true });
  };
  const cancel = () => {
    discard();
    void navigate(here, { replace: true });
  };

  if (params.get('new') === 'rule') {
    return (
      <Panel title={w.newRule}>
        <div className={styles.section}>
          {failure && (
            <p className={styles.failure} role="alert">
              {w.notSaved({ reason: failure.message })}
            </p>
          )}
          <RuleEditor
            rule={null}
            value={value}
            busy={busy}
            refused={failure?.fieldErrors ?? {}}
            onChange={change}
            onSave={() => void save()}
            onCancel={cancel}
          />
        </div>
      </Panel>
    );
  }
  return (
    <>
      {dirty && (
        <button
          type="button"
          className={styles.start}
          data-custom=""
          onClick={() => void navigate(`${here}?new=rule`)}
        >
          <IconHistory size={24} stroke={1.6} />
          <strong>{w.goOn}</strong>
          <span>
            <RuleLine rule={value} />
          </span>
        </button>
      )}
      <Templates catalogue={catalogue} onChoose={start} />
      <button type="button" className={styles.start} data-custom="" onClick={() => start(blankRule)}>
        <IconPencilPlus size={24} stroke={1.6} />
        <strong>{w.custom}</strong>
        <span>{w.customText}</span>
      </button>
    </>
  );
}

interface TemplatesProps {
  catalogue: NewRule_catalogue$key;
  onChoose: (rule: RuleFields) => void;
}

/** Rules that are often needed, to begin with. */
function Templates({ catalogue, onChoose }: TemplatesProps) {
  const w = useWords(rulesWords);
  const c = useWords(ruleCatalogueWords);
  const { templates } = useFragment(catalogueFragment, catalogue);
  const titleOf = ({ key, title }: (typeof templates)[number]) => textByKey(c.templates, key)?.title ?? title;
  return (
    <section className={styles.section} aria-labelledby="select-rule">
      <h2 id="select-rule">{w.select}</h2>
      <div className={styles.starts}>
        {templates.map((template) => (
          <button
            key={template.key}
            type="button"
            className={styles.start}
            onClick={() => onChoose({ ...fieldsOf({ ...template, name: titleOf(template) }) })}
          >
            <strong>{titleOf(template)}</strong>
            <span>{textByKey(c.templates, template.key)?.description ?? template.description}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

const catalogueFragment = graphql`
  fragment NewRule_catalogue on RuleCatalogue {
    templates {
      key
      title
      description
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
  }
`;

const newRuleMutation = graphql`
  mutation NewRuleMutation($input: CreateProcessingRuleInput!) {
    result: createProcessingRule(input: $input) {
      __typename
      ... on CreateProcessingRuleSuccess {
        project {
          ...RuleList_project
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
