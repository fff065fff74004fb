import type { HoldReason } from '../../../../prisma/generated/client/enums.ts';

/** Why an article is on hold: it stops until a person decides. */
export type Hold =
  | { reason: 'rule'; rule: { id: number | null; name: string } }
  /** It came with more articles than its source usually brings. */
  | { reason: 'burst' }
  /** The confidence of its extraction is below its source's limit. */
  | { reason: 'low_confidence' }
  /** It is to be reviewed before it is published. */
  | { reason: 'review' }
  /** Its audio is generated, and something in it is doubtful: the first such passage. */
  | { reason: 'doubtful_passages'; passage: string }
  /** It is a draft of the studio. */
  | { reason: 'draft' };

/** Values of `Article.heldBy`, which callers of the API read, where no rule holds the article. */
const texts: Readonly<Record<Exclude<HoldReason, 'rule'>, string>> = {
  burst: 'More articles at once than usual',
  low_confidence: 'Not sure what of the page is the article',
  review: 'Quality review',
  doubtful_passages: 'Doubtful passages',
  draft: 'draft',
};

/** The columns that say whether an article is on hold, or will be once it has been read. */
export interface HoldColumns {
  holdReason: HoldReason | null;
  /** Null also for rules that the previous release applied. */
  holdRuleId: number | null;
  heldBy: string | null;
  awaitsReview: boolean;
  doubtfulPassage: string | null;
  isBurst: boolean;
  isUnsure: boolean;
}

/** Columns of an article that is put on hold. */
export const holdColumnsOf = (hold: Hold): Omit<HoldColumns, 'isBurst' | 'isUnsure'> => ({
  holdReason: hold.reason,
  holdRuleId: hold.reason === 'rule' ? hold.rule.id : null,
  heldBy: hold.reason === 'rule' ? hold.rule.name : texts[hold.reason],
  awaitsReview: hold.reason === 'review',
  doubtfulPassage: hold.reason === 'doubtful_passages' ? hold.passage : null,
});

/** Columns of an article that nothing holds, and that nothing will hold when it is read. */
export const releasedColumns: Readonly<HoldColumns> = {
  holdReason: null,
  holdRuleId: null,
  heldBy: null,
  awaitsReview: false,
  doubtfulPassage: null,
  isBurst: false,
  isUnsure: false,
};
