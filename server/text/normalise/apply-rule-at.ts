import { primaryLanguage } from '../primary-language.ts';
import { reportRuleFailure } from './rule-failures.ts';
import {
  dateLanguage,
  defaultReadings,
  readingClassOf,
  sayPhoneNumber,
  type ReadingClass,
  type Readings,
} from './readings.ts';
import {
  contextLength,
  type RulePosition,
  type RuleResult,
  type SpellingRule,
  type SpellingTable,
} from './spelling.ts';

/**
 * Returns the result of the first rule that matches at a position; null: none does.
 * @param table whose rules they are
 * @param readings what editors decided for classes of rules
 */
export function applyRuleAt(
  rules: readonly SpellingRule[],
  text: string,
  start: number,
  language: string,
  table?: Pick<SpellingTable, 'cardinal'>,
  readings: Readings = defaultReadings,
): RuleResult | null {
  let before: string | undefined;
  let failed = false;
  let isNumber = false;
  for (const rule of rules) {
    rule.pattern.lastIndex = start;
    const match = rule.pattern.exec(text);
    if (!match) continue;
    before ??= text.slice(Math.max(0, start - contextLength), start);
    const readingClass = readingClassOf(rule.name, before);
    const end = start + match[0].length;
    const place: RulePosition = {
      text,
      start,
      end,
      language: readingClass === 'dates' ? dateLanguage(language, readings) : language,
      before,
      after: text.slice(end, end + contextLength),
    };
    const said = tried(rule, match, place);
    if (said === undefined) failed = true;
    if (said === undefined || said === null) continue;
    if (readingClass === 'years' && readings.years === 'number') {
      // A rule for numbers follows.
      isNumber = true;
      continue;
    }
    const result = typeof said === 'string' ? { text: said, length: match[0].length } : said;
    const decided = readingClass ? decidedReading(readingClass, readings, result, place, table) : result;
    // What another rule makes of a text whose own rule failed is a guess.
    return { ...decided, ...(failed && { ambiguous: true }), ...(isNumber && { decided: true }) };
  }
  return null;
}

/** What a rule says, as editors decided for its class. */
function decidedReading(
  readingClass: ReadingClass,
  readings: Readings,
  result: RuleResult,
  { text, start }: RulePosition,
  table: Pick<SpellingTable, 'cardinal'> | undefined,
): RuleResult {
  const written = text.slice(start, start + result.length);
  const { phoneNumbers, handles } = readings;
  if (readings[readingClass] === defaultReadings[readingClass]) return result;
  const decided = { ...result, decided: true };
  if (readings[readingClass] === 'as_written') return { ...decided, text: written, kept: true };
  if (readingClass === 'phoneNumbers' && table && (phoneNumbers === 'digits' || phoneNumbers === 'pairs'))
    return { ...decided, text: sayPhoneNumber(written, phoneNumbers, (number) => table.cardinal(number)) };
  if (readingClass === 'dates') return { ...decided, ambiguous: false };
  if (readingClass === 'handles' && handles === 'name_only')
    return { ...decided, text: result.text.slice(result.text.indexOf(' ') + 1) };
  return decided;
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
