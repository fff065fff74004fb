/** Why an article is on hold: it stops until a person decides. */
export type Hold =
  /** A processing rule, by its name. */
  | { reason: 'rule'; rule: string }
  /** It came with more articles than its source usually brings. */
  | { reason: 'burst' }
  /** The confidence of its extraction is below its source's limit. */
  | { reason: 'unsure' }
  /** It is to be reviewed before it is published. */
  | { reason: 'review' }
  /** Its audio is made, and something in it is doubtful: the first such passage. */
  | { reason: 'doubtful'; passage: string }
  /** It is a draft of the studio. */
  | { reason: 'draft' };

/** What `Article.heldBy` says, which callers of the API read, where no rule holds the article. */
const texts: Readonly<Record<Exclude<Hold['reason'], 'rule'>, string>> = {
  burst: 'More articles at once than usual',
  unsure: 'Not sure what of the page is the article',
  review: 'Quality review',
  doubtful: 'Doubtful passages',
  draft: 'draft',
};

/** The columns that say whether an article is on hold, or will be once it has been read. */
export interface HoldColumns {
  heldBy: string | null;
  awaitsReview: boolean;
  doubtfulPassage: string | null;
  isBurst: boolean;
  isUnsure: boolean;
}

/** Columns of an article that is put on hold. */
export const heldColumns = (
  hold: Hold,
): Pick<HoldColumns, 'heldBy' | 'awaitsReview' | 'doubtfulPassage'> => ({
  heldBy: hold.reason === 'rule' ? hold.rule : texts[hold.reason],
  awaitsReview: hold.reason === 'review',
  doubtfulPassage: hold.reason === 'doubtful' ? hold.passage : null,
});

/** Columns of an article that nothing holds, and that nothing will hold when it is read. */
export const releasedColumns: Readonly<HoldColumns> = {
  heldBy: null,
  awaitsReview: false,
  doubtfulPassage: null,
  isBurst: false,
  isUnsure: false,
};
