import type { Message } from '../../../lib/declare-messages.ts';

/** What a finding is about, in the order in which a player gets to an article. */
export const findingTopics = {
  page: { description: 'Whether the page could be read.' },
  script: { description: "The player's script, and whether browsers run it." },
  container: { description: 'The place where the player appears.' },
  address: { description: 'URL that the player requests.' },
  article: { description: 'What readers hear.' },
} as const;

/** What a finding means for readers, from nothing to worst. */
export const findingLevels = {
  ok: { description: 'No problem found.' },
  hint: { description: 'Worth knowing. The player still appears.' },
  later: { description: 'The player appears later.' },
  unknown: {
    description: 'Cannot be seen in the HTML that the site sends: a script in the browser may add it.',
  },
  problem: { description: 'The player does not appear, or has nothing to play.' },
} as const;
export type FindingLevel = keyof typeof findingLevels;

/** Something that was found on a page. */
export interface PageFinding {
  topic: keyof typeof findingTopics;
  level: FindingLevel;
  /** What was found. */
  found: Message;
  /** What that means and what to do; null: nothing. */
  advice: Message | null;
}

/** Whether the player finds its article on a page. */
export const pageVerdicts = {
  plays: { description: 'Readers can play the article.' },
  later: { description: 'Readers will be able to play it later, without any change to the page.' },
  unknown: { description: 'Cannot be determined from the HTML that the site sends.' },
  nothing: { description: 'Something has to change first.' },
} as const;
export type PageVerdict = keyof typeof pageVerdicts;

const verdicts: Readonly<Record<FindingLevel, PageVerdict>> = {
  ok: 'plays',
  hint: 'plays',
  later: 'later',
  unknown: 'unknown',
  problem: 'nothing',
};

/** What all findings come to: the worst of them. */
export function verdictOf(findings: readonly PageFinding[]): PageVerdict {
  const levels = Object.keys(verdicts) as FindingLevel[];
  const worst = Math.max(0, ...findings.map(({ level }) => levels.indexOf(level)));
  return verdicts[levels[worst]!];
}
