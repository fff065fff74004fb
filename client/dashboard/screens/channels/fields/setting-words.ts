import { categoryWords } from '../../../generated/words/category.ts';
import { channelSettingWords } from '../../../generated/words/channelSetting.ts';
import { enumName } from '../../../words/enum-name.ts';
import { textByKey, currentWords } from '../../../words/word-catalogue.ts';

type Texts = Readonly<Record<string, string>>;
const labels = (): Texts => currentWords(channelSettingWords).labels;

/** What a setting is called in forms. One without a line is called by its name, in words. */
export const labelOf = (name: string): string => labels()[name] ?? nameInWords(name);

/** What an option is called. Constants of a directory, such as `SPORTS_NEWS`, are put in words. */
export function optionLabel(name: string, option: string | number): string {
  const known: Readonly<Record<string, Texts>> = currentWords(channelSettingWords).options;
  const label = known[name]?.[option] ?? known[name]?.[enumName(String(option))];
  if (label !== undefined) return label;
  const text = String(option);
  const category =
    name === 'category' || name === 'subCategory' ? textByKey(currentWords(categoryWords), text) : undefined;
  if (category !== undefined) return category;
  return /^[A-Z]+(_[A-Z]+)+$|^[A-Z]{3,}$/.test(text)
    ? capital(text.toLowerCase().replaceAll('_', ' '))
    : text;
}

/** The name of a value that no catalogue knows, as words: “Max episode age”. */
export const nameInWords = (name: string): string =>
  capital(name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase());
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Formats a value in one readable line, to show another member's change. */
export function valueInWords(name: string, value: unknown): string {
  const w = currentWords(channelSettingWords);
  if (value === null || value === undefined || value === '') return w.empty;
  if (typeof value === 'boolean') return value ? w.on : w.off;
  if (Array.isArray(value)) return w.items({ count: value.length });
  return typeof value === 'string' || typeof value === 'number'
    ? optionLabel(name, value)
    : JSON.stringify(value);
}

/** Returns the hint below a field. */
export const hintOf = (name: string): string | undefined => {
  const hints: Texts = currentWords(channelSettingWords).hints;
  return hints[name];
};
