import { Fragment } from 'react';
import { rulesWords } from '../../generated/words/rules.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProcessingRulesScreen.module.css';
import type { RuleFields } from './rule-fields.ts';
import { disjunction, ruleInOneLine, phrases, type Phrase } from './rule-sentence.ts';
import { useRuleContext } from './rule-context.ts';

/** What a rule does, as a sentence: IF … THEN …. */
export function RuleSentence({ rule }: { rule: RuleFields }) {
  const w = useWords(rulesWords);
  const { catalogue, names } = useRuleContext();
  const { conditions, actions } = phrases(rule, catalogue, names);
  return (
    <dl className={styles.sentence}>
      <Part word={w.ifWord} phrases={conditions} />
      <Part word={w.thenWord} phrases={actions} />
    </dl>
  );
}

export function RuleLine({ rule }: { rule: RuleFields }) {
  const { catalogue, names } = useRuleContext();
  return <>{ruleInOneLine(phrases(rule, catalogue, names))}</>;
}

function Part({ word, phrases: parts }: { word: string; phrases: Phrase[] }) {
  const w = useWords(rulesWords);
  return parts.map(({ title, values }, index) => (
    <Fragment key={index}>
      <dt>{index === 0 ? word : w.and}</dt>
      <dd>
        {title} <Values values={values} />
      </dd>
    </Fragment>
  ));
}

function Values({ values }: { values: Phrase['values'] }) {
  // Each value by its place: what is between them is the language's.
  const pieces = disjunction().formatToParts(values.map((_, place) => String(place)));
  return pieces.map(({ type, value: piece }, index) => {
    if (type === 'literal') return piece;
    const { text, gone } = values[Number(piece)]!;
    return (
      <span key={index} className={`${styles.value} ${gone ? styles.gone : ''}`}>
        {text}
      </span>
    );
  });
}
