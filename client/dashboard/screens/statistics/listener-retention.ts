/** A paragraph of the spoken text, with its time in the audio. */
export interface TimedParagraph {
  readonly start: number;
  readonly length: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** Retention of listeners in a paragraph, in percent of the plays. */
export interface ParagraphRetention<Paragraph> {
  paragraph: Paragraph;
  /** Still there at its end. */
  still: number;
  /** Stopped in it. */
  lost: number;
}

/**
 * Returns the share of listeners who were still there in each part of the audio, in percent. A play that
 * reaches a later part counts in all parts before it, even if they were skipped. Playing a part twice counts
 * once.
 * @param heard for each part, in percent of the plays
 */
export function retentionOf(heard: readonly number[]): number[] {
  let most = 0;
  return heard
    .toReversed()
    .map((percent) => (most = Math.max(most, Math.min(100, percent))))
    .reverse();
}

/**
 * Where listeners stop, by paragraph.
 * @param still see `retentionOf`
 */
export function retentionByParagraph<Paragraph extends TimedParagraph>(
  paragraphs: readonly Paragraph[],
  still: readonly number[],
): ParagraphRetention<Paragraph>[] {
  const end = paragraphs.at(-1)?.endMs ?? 0;
  if (end <= 0 || still.length === 0) return [];
  let before = 100;
  return paragraphs.map((paragraph) => {
    // The part that ends with it, or in which it ends.
    const part = Math.ceil((paragraph.endMs / end) * still.length) - 1;
    const there = still[Math.min(still.length - 1, Math.max(0, part))]!;
    const lost = Math.max(0, before - there);
    before = there;
    return { paragraph, still: there, lost };
  });
}
