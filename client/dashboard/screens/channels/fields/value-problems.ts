import type { FieldErrors } from '../../../ui/forms/field-errors.ts';
import { channelsWords } from '../../../generated/words/channels.ts';
import { currentWords } from '../../../words/word-catalogue.ts';
import type { ChannelValues, DeclaredKind, DeclaredSetting } from '../channel-kinds.ts';

/**
 * Why settings cannot be saved as they are, as far as their declarations tell; the server looks again, and
 * further.
 */
export function valueProblems({ settings }: DeclaredKind, values: ChannelValues): FieldErrors {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, declared]) => {
      const problem = problemOf(declared, values[name]);
      return problem === null ? [] : [[name, problem]];
    }),
  );
}

function problemOf(
  { kind, min = 0, max = Infinity, default: initial }: DeclaredSetting,
  value: unknown,
): string | null {
  if (value === null || value === undefined) return null;
  const { problems } = currentWords(channelsWords);
  if (kind === 'whole') {
    // An emptied field is a string.
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return null;
    return max === Infinity ? problems.wholeFrom({ min }) : problems.whole({ min, max });
  }
  if (kind !== 'text' || typeof value !== 'string') return null;
  const { length } = value.trim();
  if (length < min && initial !== null) return length === 0 ? problems.required : problems.least({ min });
  return length > max ? problems.most({ max }) : null;
}
