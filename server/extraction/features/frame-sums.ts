import type { Frame } from '../paragraphs.ts';
import type { MeasuredParagraph } from './measured-paragraph.ts';

/** Adds to each frame what the paragraphs within it come to. */
export function fillFrames(list: readonly MeasuredParagraph[]): void {
  for (const { paragraph, length, isProse } of list) {
    for (let frame: Frame | null = paragraph.frame; frame; frame = frame.parent) {
      frame.characters += length;
      frame.linked += length * paragraph.linkDensity;
      frame.paragraphs++;
      if (isProse) frame.prose += length;
    }
  }
}

/**
 * The innermost frame that holds nearly all of the prose of what the frame before holds, from the whole page
 * downwards.
 */
export function containerOf(list: readonly MeasuredParagraph[], root: Frame): Frame {
  const inner = new Map<Frame, Frame[]>();
  for (const { paragraph } of list) {
    for (let frame: Frame = paragraph.frame; frame.parent; frame = frame.parent) {
      const known = inner.get(frame.parent);
      if (known?.includes(frame)) break;
      if (!known) inner.set(frame.parent, [frame]);
      else if (known.length < 200) known.push(frame);
    }
  }
  let container = root;
  for (;;) {
    const [largest] = (inner.get(container) ?? []).sort((a, b) => b.prose - a.prose);
    if (!largest || largest.prose < 0.8 * container.prose || largest.paragraphs < 3 || largest.prose === 0)
      return container;
    container = largest;
  }
}

/** The frame whose own paragraphs, and less so those a level deeper, are the most prose. */
export function richestOf(list: readonly MeasuredParagraph[], root: Frame): Frame {
  const scores = new Map<Frame, number>();
  let best = root;
  let bestScore = 0;
  for (const { paragraph, length, functionWords, isProse } of list) {
    if (!isProse && functionWords < 0.2) continue;
    const value = length * (1 - paragraph.linkDensity);
    let weight = 1;
    for (
      let frame = paragraph.frame.parent, level = 0;
      frame && level < 3;
      frame = frame.parent, level++, weight *= 0.6
    ) {
      const score = (scores.get(frame) ?? 0) + weight * value;
      scores.set(frame, score);
      if (score > bestScore) {
        best = frame;
        bestScore = score;
      }
    }
  }
  return best;
}

/** Levels from a frame up to one around it; -1 where that is not around it. */
export function levelsTo(frame: Frame, holder: Frame): number {
  let levels = 0;
  for (let level: Frame | null = frame; level; level = level.parent, levels++)
    if (level === holder) return levels;
  return -1;
}

/** Levels up from one frame to the innermost one around both, and down to the other. */
export function stepBetween(from: Frame, to: Frame): [up: number, down: number] {
  let a: Frame | null = from;
  let b: Frame | null = to;
  let up = 0;
  let down = 0;
  while (a && a.depth > (b?.depth ?? -1)) {
    a = a.parent;
    up++;
  }
  while (b && b.depth > (a?.depth ?? -1)) {
    b = b.parent;
    down++;
  }
  while (a && a !== b) {
    a = a.parent;
    b = b?.parent ?? null;
    up++;
    down++;
  }
  return [up, down];
}
