// oxlint-disable relay/unused-fields -- conditionKey() reads what conditions are
import { graphql, readInlineData } from 'react-relay';
import type { loggedRules_part$key } from '../../__generated__/loggedRules_part.graphql.ts';
import type { loggedRules_value$key } from '../../__generated__/loggedRules_value.graphql.ts';
import { projectLogWords } from '../../generated/words/projectLog.ts';
import { ruleCatalogueWords } from '../../generated/words/ruleCatalogue.ts';
import { rulesWords } from '../../generated/words/rules.ts';
import { formatCount } from '../../ui/format.ts';
import { textByKey, currentWords } from '../../words/word-catalogue.ts';
import { conditionKey } from '../rules/rule-fields.ts';
import { ruleInOneLine, formatSigned, type Phrase } from '../rules/rule-sentence.ts';

const partFragment = graphql`
  fragment loggedRules_part on LoggedValue @inline {
    __typename
    ... on LoggedCondition {
      operator
      subject
      values {
        ...loggedRules_value
      }
    }
    ... on LoggedAction {
      action
      values {
        ...loggedRules_value
      }
    }
    ... on LoggedRule {
      title: name
      conditions {
        operator
        subject
        values {
          ...loggedRules_value
        }
      }
      actions {
        action
        values {
          ...loggedRules_value
        }
      }
    }
  }
`;

const valueFragment = graphql`
  fragment loggedRules_value on LoggedValue @inline {
    __typename
    ... on LoggedNumber {
      number
    }
    ... on LoggedText {
      text
    }
    ... on LoggedOption {
      option
    }
    ... on LoggedName {
      kind
      name
    }
  }
`;

/** A logged rule, or a part of one, in a line in the reader's language; null: it is something else. */
export function loggedRuleInWords(key: loggedRules_part$key): string | null {
  const part = readInlineData(partFragment, key);
  const w = currentWords(projectLogWords);
  switch (part.__typename) {
    case 'LoggedCondition':
      return phraseInWords(conditionPhrase(part, 'title'));
    case 'LoggedAction':
      return phraseInWords(actionPhrase(part, 'title'));
    case 'LoggedRule':
      return w.part({
        label: part.title,
        value: ruleInOneLine({
          conditions: part.conditions.map((one) => conditionPhrase(one, 'sentence')),
          actions: part.actions.map((one) => actionPhrase(one, 'sentence')),
        }),
      });
    default:
      return null;
  }
}

type Values = readonly loggedRules_value$key[];
/** `title` for a separate part, `sentence` for one within a rule. */
type Wording = 'title' | 'sentence';

function conditionPhrase(
  condition: { readonly operator: string; readonly subject: string; readonly values: Values },
  wording: Wording,
): Phrase {
  const key = conditionKey(condition);
  const { quoted } = currentWords(rulesWords);
  return {
    title: textByKey(currentWords(ruleCatalogueWords).conditions, key)?.[wording] ?? key,
    values: condition.values.map((value) => valueInWords(value, formatCount, (text) => quoted({ text }))),
  };
}

function actionPhrase(
  { action, values }: { readonly action: string; readonly values: Values },
  wording: Wording,
): Phrase {
  return {
    title: textByKey(currentWords(ruleCatalogueWords).actions, action)?.[wording] ?? action,
    values: values.map((value) => valueInWords(value, formatSigned, (text) => text)),
  };
}

/** Formats a value; a voice or a sound that no longer exists is shown as such. */
function valueInWords(
  key: loggedRules_value$key,
  ofNumber: (number: number) => string,
  ofText: (text: string) => string,
): Phrase['values'][number] {
  const value = readInlineData(valueFragment, key);
  const { goneVoice, goneSound } = currentWords(rulesWords).value;
  const there = (text: string) => ({ text, gone: false });
  switch (value.__typename) {
    case 'LoggedNumber':
      return there(ofNumber(value.number));
    case 'LoggedText':
      return there(ofText(value.text));
    case 'LoggedOption':
      return there(textByKey(currentWords(ruleCatalogueWords).options, value.option) ?? value.option);
    case 'LoggedName':
      return { text: value.name ?? (value.kind === 'SOUND' ? goneSound : goneVoice), gone: !value.name };
    default:
      return there('');
  }
}

/** `Set status: rejected` */
const phraseInWords = ({ title, values }: Phrase): string =>
  values.length === 0
    ? title
    : currentWords(projectLogWords).part({ label: title, value: values.map(({ text }) => text).join(', ') });
