import type { RuleResult, SpellingRule } from './spelling.ts';

/** Marks the result of a rule as the default of two readings that the text allows. */
export const asDefault = (said: string | RuleResult, length: number): RuleResult => ({
  ...(typeof said === 'string' ? { text: said, length } : said),
  ambiguous: true,
});

/** Marks a rule's result where a pattern matches what it replaces. */
export const ambiguousWhere = (rule: SpellingRule, pattern: RegExp): SpellingRule => ({
  ...rule,
  say(match, place) {
    const said = rule.say(match, place);
    if (said === null) return null;
    const length = typeof said === 'string' ? match[0].length : said.length;
    return pattern.test(match[0].slice(0, length)) ? asDefault(said, match[0].length) : said;
  },
});
