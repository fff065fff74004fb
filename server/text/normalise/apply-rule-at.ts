import { primaryLanguage } from '../primary-language.ts';
import { reportRuleFailure } from './rule-failures.ts';
import { contextLength, type RulePosition, type RuleResult, type SpellingRule } from './spelling.ts';

/** Returns the result of the first rule that matches at a position; null: none does. */
export function applyRuleAt(
  rules: readonly SpellingRule[],
  text: string,
  start: number,
  language: string,
): RuleResult | null {
  let before: string | undefined;
  let failed = false;
  for (const rule of rules) {
    rule.pattern.lastIndex = start;
    const match = rule.pattern.exec(text);
    if (!match) continue;
    const end = start + match[0].length;
    const place: RulePosition = {
      text,
      start,
      end,
      language,
      before: (before ??= text.slice(Math.max(0, start - contextLength), start)),
      after: text.slice(end, end + contextLength),
    };
    const said = tried(rule, match, place);
    if (said === undefined) failed = true;
    if (said === undefined || said === null) continue;
    const result = typeof said === 'string' ? { text: said, length: match[0].length } : said;
    // What another rule makes of a text whose own rule failed is a guess.
    return failed ? { ...result, ambiguous: true } : result;
  }
  return null;
}

/** Returns what a rule says; undefined for one that throws, so that its text stays as written. */
function tried(
  rule: SpellingRule,
  match: RegExpExecArray,
  place: RulePosition,
): string | RuleResult | null | undefined {
  try {
    return rule.say(match, place);
  } catch (error) {
    reportRuleFailure(rule.name, primaryLanguage(place.language), error);
    return undefined;
  }
}
