import type { CountedNoun } from './quantity-rules.ts';
import type { RulePosition, RuleResult } from './spelling.ts';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/ /g, '\\s?');

/** Says the unit after a fraction with it: "2 1/2 kg". */
export function unitAfterFraction(
  units: ReadonlyMap<string, CountedNoun>,
): (said: string, found: string, place: RulePosition, form: 'one' | 'many') => string | RuleResult {
  const unit = new RegExp(
    `^\\s?(${[...units.keys()]
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join('|')})(?![\\p{L}\\p{N}²³/])`,
    'u',
  );
  return (said, found, { after }, form) => {
    const written = unit.exec(after);
    if (!written) return said;
    const noun = units.get(written[1]!) ?? units.get(written[1]!.replace(/\s/g, ' '));
    return noun === undefined
      ? said
      : { text: `${said} ${noun[form]}`, length: found.length + written[0].length };
  };
}
