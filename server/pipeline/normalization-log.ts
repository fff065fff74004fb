import { rewordMessage, type Message } from '../lib/declare-messages.ts';
import { persistMessages } from '../lib/persisted-message.ts';
import { articleLogMessages } from './messages.ts';
import type { LogEntry } from '../areas/articles/articles/article-states.ts';
import { isSpelled } from '../text/normalise/spell-out.ts';
import { spellingDiff } from '../text/normalise/spelling-diff.ts';
import type { Plan } from '../areas/voice/voicing/voicing-plan.ts';

/**
 * Log entry about spelled-out text: by whom, why not by the model, the cost, and the difference.
 */
export function normalizationLog({ normalized, spoken, chunks }: Plan): LogEntry[] {
  if (!normalized) return [];
  const { language, changes, model, asked, kept, fellBack, problem } = normalized;
  const entry = (said: Message[]): LogEntry => ({ action: 'normalized', told: persistMessages(said) });
  const m = articleLogMessages;
  if (changes.length === 0)
    return [
      entry([
        isSpelled(language) ? m.ARTICLE_NOTHING_SPELLED_OUT() : m.ARTICLE_SPELLING_UNKNOWN({ language }),
      ]),
    ];
  const byRules = model === null || (asked + kept > 0 && fellBack === asked + kept);
  const spelledOut = chunks.filter(({ written }) => written !== null);
  const more = spelledOut.reduce(
    (sum, { characters, written }) => sum + characters - Array.from(written!).length,
    0,
  );
  const said = [
    byRules
      ? m.ARTICLE_SPELLED_BY_RULES({ changes: changes.length })
      : m.ARTICLE_SPELLED_BY_MODEL({ changes: changes.length, model, asked, known: kept }),
    ...(problem === null
      ? []
      : [introducing(m.ARTICLE_RULES_TOOK_OVER({ pieces: fellBack })), ended(problem)]),
    more < 0
      ? m.ARTICLE_SPELLED_SHORTER({ characters: -more })
      : m.ARTICLE_SPELLED_LONGER({ characters: more }),
  ];
  return [{ ...entry(said), diff: spellingDiff(spoken, changes) }];
}

/** A message that the next one continues. */
const introducing = (message: Message): Message =>
  rewordMessage(message, message.message.replace(/\.$/, ':'));

/** Returns a message as a full sentence. */
const ended = (message: Message): Message => rewordMessage(message, message.message.replace(/[.!?]?$/, '.'));
