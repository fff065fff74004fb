import { formatCount } from '../../ui/format.ts';
import { ruleCatalogueWords } from '../../generated/words/ruleCatalogue.ts';
import { rulesWords } from '../../generated/words/rules.ts';
import { language } from '../../words/language.ts';
import { dateLocale } from '../../words/formatters.ts';
import { textByKey, currentWords } from '../../words/word-catalogue.ts';
import {
  conditionKey,
  findAction,
  findCondition,
  labelsIn,
  type Catalogue,
  type RuleFields,
  type RuleValueKind,
} from './rule-fields.ts';

/** What values mean to a person. */
export interface ValueNames {
  /** Null: there is no such voice or sound any more. */
  voice(name: string): string | null;
  sound(file: string): string | null;
}

/** A part of a rule in words: what it is, and its values. */
export interface Phrase {
  title: string;
  values: { text: string; gone: boolean }[];
}

/** A rule in words, as the catalogue has them. */
export function phrases(
  { predicates, actions }: RuleFields,
  catalogue: Catalogue,
  names: ValueNames,
): { conditions: Phrase[]; actions: Phrase[] } {
  const c = currentWords(ruleCatalogueWords);
  return {
    conditions: predicates
      .filter(({ operator }) => operator)
      .map((predicate) => {
        const kind = findCondition(catalogue, predicate);
        return kind
          ? {
              title: textByKey(c.conditions, conditionKey(predicate))?.sentence ?? kind.title,
              values: valuesInWords(kind, [predicate.value], names),
            }
          : unknown(conditionKey(predicate), [predicate.value]);
      }),
    actions: actions
      .filter(({ action }) => action)
      .map((action) => {
        const kind = findAction(catalogue, action);
        return kind
          ? {
              title: textByKey(c.actions, action.action)?.sentence ?? kind.title,
              values: valuesInWords(kind, action.values, names),
            }
          : unknown(action.action, action.values);
      }),
  };
}

const unknown = (title: string, values: readonly string[]): Phrase => ({
  title,
  values: values.map((text) => ({ text, gone: false })),
});

function valuesInWords(
  { valueKind, options }: { valueKind: RuleValueKind; options: readonly { value: string; title: string }[] },
  values: readonly string[],
  names: ValueNames,
): Phrase['values'] {
  const w = currentWords(rulesWords);
  const there = (text: string) => ({ text, gone: false });
  switch (valueKind) {
    case 'NONE':
      return [];
    case 'LABELS':
      return values.flatMap(labelsIn).map(there);
    case 'NUMBER':
      return values.map((value) => there(/^\d+$/.test(value) ? formatCount(Number(value)) : value));
    case 'RANGE':
      return values.map((value) => there(formatSigned(Number(value))));
    case 'OPTIONS':
      return values.map((value) => there(options.find((option) => option.value === value)?.title ?? value));
    case 'VOICE':
      return values
        .filter(Boolean)
        .map((value) => ({
          text: names.voice(value) ?? w.value.goneVoice,
          gone: names.voice(value) === null,
        }));
    case 'SOUND':
      return values.map((value) => ({
        text: names.sound(value) ?? w.value.goneSound,
        gone: names.sound(value) === null,
      }));
    default:
      return values.map((value) => there(w.quoted({ text: value })));
  }
}

/** A boost with its sign: +20, −10, 0. */
export function formatSigned(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
}

/** Returns the formatter that joins alternatives in the user's language: "a, b or c". */
export const disjunction = (): Intl.ListFormat =>
  new Intl.ListFormat(dateLocale(language()), { type: 'disjunction' });

/** The whole rule in one line: IF … AND … THEN … AND …. */
export function ruleInOneLine(words: ReturnType<typeof phrases>): string {
  const w = currentWords(rulesWords);
  const said = ({ title, values }: Phrase) =>
    [title, disjunction().format(values.map(({ text }) => text))].filter(Boolean).join(' ');
  const all = (parts: Phrase[]) =>
    parts.map(said).reduce((first, second) => (first ? w.both({ first, second }) : second), '');
  return w.line({ conditions: all(words.conditions), actions: all(words.actions) });
}
