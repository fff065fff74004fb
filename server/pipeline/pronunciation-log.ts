import { persistMessages } from '../lib/persisted-message.ts';
import type { LogEntry } from '../areas/articles/articles/article-states.ts';
import type { Plan } from '../areas/voice/voicing/voicing-plan.ts';
import { articleLogMessages } from './messages.ts';

/** Number of entries that the log lists; further ones are counted. */
const named = 20;

/** Returns the log's entries on dictionaries: which dictionary entry did what, and how often. */
export function pronunciationLog({ pronounced }: Plan): LogEntry[] {
  if (!pronounced || pronounced.length === 0) return [];
  const m = articleLogMessages;
  const told = pronounced
    .slice(0, named)
    .map(({ source, dictionary, how, count }) =>
      m.ARTICLE_ENTRY_APPLIED({ source, dictionary, how: how.toUpperCase(), count }),
    );
  const more = pronounced.length - told.length;
  return [
    {
      action: 'pronounced',
      told: persistMessages([
        ...told,
        ...(more > 0 ? [m.ARTICLE_MORE_ENTRIES_APPLIED({ entries: more })] : []),
      ]),
    },
  ];
}
