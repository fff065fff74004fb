/** A paragraph of the spoken text, with its time in the audio. */
export interface TimedParagraph {
  readonly start: number;
  readonly length: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** What became of the listeners in a paragraph, in percent of the plays. */
export interface Left<Paragraph> {
  paragraph: Paragraph;
  /** Still there at its end. */
  still: number;
  /** Stopped in it. */
  lost: number;
}

/**
 * How many were still there at some share of the audio, between the tenths that are known.
 * @param reached eleven shares in percent: at 0, 10 … 100 percent
 * @param at from 0 to 1
 */
export function reachedAt(reached: readonly number[], at: number): number {
  const place = Math.min(1, Math.max(0, at)) * (reached.length - 1);
  const low = Math.floor(place);
  const [before = 0, after = before] = [reached[low], reached[low + 1]];
  return before + (after - before) * (place - low);
}

/** Where listeners stop, by paragraph. */
export function leftBy<Paragraph extends TimedParagraph>(
  paragraphs: readonly Paragraph[],
  reached: readonly number[],
): Left<Paragraph>[] {
  const end = paragraphs.at(-1)?.endMs ?? 0;
  if (end <= 0) return [];
  let before = 100;
  return paragraphs.map((paragraph) => {
    const still = reachedAt(reached, paragraph.endMs / end);
    const lost = Math.max(0, before - still);
    before = still;
    return { paragraph, still, lost };
  });
}
