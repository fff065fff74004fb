import type { LogEntry } from '../areas/articles/states.ts';
import { isSpelled } from '../text/normalise/spell-out.ts';
import { spellingDiff } from '../text/normalise/spelling-diff.ts';
import type { Plan } from '../areas/voicing/plan.ts';

/**
 * What the article's log says of what was spelled out: by whom, why not by the model, what it costs, and the
 * difference.
 */
export function normalizedLog({ normalized, spoken, chunks }: Plan): LogEntry[] {
  if (!normalized) return [];
  const { language, changes, model, asked, kept, fellBack, problem } = normalized;
  if (changes.length === 0 && !isSpelled(language))
    return [
      {
        action: 'normalized',
        text: `There are no rules for the language ${language}: nothing was spelled out.`,
      },
    ];
  if (changes.length === 0) return [{ action: 'normalized', text: 'There was nothing to spell out.' }];
  const count = (value: number, what: string): string =>
    `${value.toLocaleString('en')} ${what}${value === 1 ? '' : 's'}`;
  const byRules = model === null || (asked + kept > 0 && fellBack === asked + kept);
  const who = byRules
    ? 'the built-in rules'
    : `${model} (${count(asked, 'piece')} asked for, ${kept.toLocaleString('en')} known)`;
  const spelledOut = chunks.filter(({ written }) => written !== null);
  const more = spelledOut.reduce(
    (sum, { characters, written }) => sum + characters - Array.from(written!).length,
    0,
  );
  const sentences = [
    `${count(changes.length, 'change')} by ${who}.`,
    ...(problem === null
      ? []
      : [`The rules stepped in for ${count(fellBack, 'piece')}: ${problem.replace(/[.!?]?$/, '.')}`]),
    `It is voiced, and charged, as it is spelled out: ${count(Math.abs(more), 'character')} ${more < 0 ? 'fewer' : 'more'} than are written.`,
  ];
  return [{ action: 'normalized', text: sentences.join(' '), diff: spellingDiff(spoken, changes) }];
}
