import { SearchableText } from '../rule-text.ts';
import type { Condition } from './condition.ts';

export const urlContains: Condition = {
  operator: 'contains',
  subject: 'url',
  title: 'URL contains',
  valueKind: 'text',
  defaultValue: '',
  holds: ({ url }, value) => url !== null && new SearchableText(readable(url)).contains(readable(value)),
};

/** `/k%C3%B6ln` and `/köln` are one address. */
function readable(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
