import { labelMaxCharacters, labelsMax } from '../../../product.ts';
import { storableText } from '../../../text/storable-text.ts';
import { labelsIn, withoutCase } from './rule-text.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { ruleMessages } from './messages.ts';

/**
 * What the value of a condition or an action is; `voice` is `provider:name`, `sound` the base name of a
 * sound's file, `labels` are comma-separated, `model` is a language model as `provider:name`.
 */
export type RuleValueKind =
  'none' | 'text' | 'number' | 'labels' | 'voice' | 'sound' | 'model' | 'options' | 'range';

export interface RuleOption {
  value: string;
  /** What a person reads. */
  title: string;
}

/** What a value has to be like. */
export interface RuleValueShape {
  valueKind: RuleValueKind;
  /** Of the kind `options`: what can be chosen. */
  options?: readonly RuleOption[];
  /** Of the kind `voice`: only of services that speak again what was spoken. */
  speaksAgain?: true;
  /** Of the kinds `number` and `range`. */
  min?: number;
  max?: number;
  step?: number;
}

/** What a condition or an action is called. */
export interface RulePart {
  title: string;
}

export const ruleTextMaxCharacters = 500;
/** No article is longer than this many characters. */
export const ruleLengthMax = 10_000_000;

/**
 * A value as it is stored and compared: without surrounding or unseen characters, a number in its shortest
 * form, an option in its own spelling.
 */
export function tidyRuleValue({ valueKind, options = [] }: RuleValueShape, value: string): string {
  const text = storableText(value.normalize('NFC')).replace(/\s+/g, ' ').trim();
  switch (valueKind) {
    case 'none':
      return '';
    case 'number':
    case 'range':
      return /^[+-]?\d{1,15}$/.test(text) ? String(Number(text) || 0) : text;
    case 'labels':
      return labelsIn(text).join(', ');
    case 'options':
      return options.find((option) => withoutCase(option.value) === withoutCase(text))?.value ?? text;
    default:
      return text;
  }
}

/**
 * What is wrong with a tidied value, as a text for editors; null: nothing. Whether a voice or a sound is
 * there, only its area knows.
 */
export function ruleValueProblem(
  {
    title: part,
    valueKind,
    options = [],
    min = -Infinity,
    max = Infinity,
    step = 1,
  }: RuleValueShape & RulePart,
  value: string,
): Message | null {
  if (valueKind === 'none') return null;
  if (value === '') return ruleMessages.RULE_NEEDS_VALUE({ part });
  switch (valueKind) {
    case 'number':
    case 'range': {
      const number = /^-?\d+$/.test(value) ? Number(value) : NaN;
      if (!(number >= min && number <= max))
        return ruleMessages.RULE_NEEDS_NUMBER({ part, least: min, most: max });
      return number % step === 0 ? null : ruleMessages.RULE_NEEDS_MULTIPLE({ part, step });
    }
    case 'labels': {
      const labels = labelsIn(value);
      if (labels.length > labelsMax) return ruleMessages.RULE_TAKES_LABELS({ part, most: labelsMax });
      return labels.some((label) => label.length > labelMaxCharacters)
        ? ruleMessages.RULE_TAKES_SHORT_LABELS({ part, most: labelMaxCharacters })
        : null;
    }
    case 'options':
      return options.some((option) => option.value === value)
        ? null
        : ruleMessages.RULE_TAKES_OPTION({ part, options: options.map((option) => option.value).join(', ') });
    case 'voice':
      return /^[^:]+:./.test(value) && value.length <= ruleTextMaxCharacters
        ? null
        : ruleMessages.RULE_NEEDS_VOICE_NAME({ part });
    case 'model':
      return /^[^:]+:./.test(value) && value.length <= ruleTextMaxCharacters
        ? null
        : ruleMessages.RULE_NEEDS_MODEL_NAME({ part });
    case 'sound':
      return /^[A-Za-z0-9_-]{1,128}$/.test(value) ? null : ruleMessages.RULE_NEEDS_SOUND({ part });
    case 'text':
      return value.length > ruleTextMaxCharacters
        ? ruleMessages.RULE_TAKES_SHORT_TEXT({ part, most: ruleTextMaxCharacters })
        : null;
  }
}
