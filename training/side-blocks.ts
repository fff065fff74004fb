import { announcedComments } from '../server/extraction/likely-paragraphs.ts';
import { bitOf } from '../server/extraction/names.ts';
import type { Frame, Paragraph } from '../server/extraction/paragraphs.ts';

/** Blocks of a page that the corpus says nothing of, but that hold nothing of the article. */
export const sides = ['none', 'comment', 'hidden', 'unwanted', 'stream', 'grafted'] as const;
export type Side = (typeof sides)[number];

/** So many blocks that look alike, one beside the other, are a list of something. */
const streamBlocks = 3;

/**
 * What kind of block beside the article each paragraph stands in, by where wanted (1) and unwanted (0)
 * paragraphs are known: the blocks of comments, what is hidden, what holds unwanted paragraphs only, and
 * one of several blocks that look alike, each with a link, none with anything wanted.
 */
export function sidesOf(paragraphs: readonly Paragraph[], label: Int8Array): Side[] {
  const wanted = new Set<Frame>();
  const unwanted = new Set<Frame>();
  const linked = new Set<Frame>();
  const children = new Map<Frame, Set<Frame>>();
  paragraphs.forEach(({ frame, links }, index) => {
    for (let level: Frame | null = frame; level; level = level.parent) {
      if (label[index] === 1) wanted.add(level);
      if (label[index] === 0) unwanted.add(level);
      if (links > 0) linked.add(level);
      if (!level.parent) break;
      const known = children.get(level.parent);
      if (known) known.add(level);
      else children.set(level.parent, new Set([level]));
    }
  });
  // Links, too: some stand above threads, and what they stand above otherwise is hardly ever unknown.
  const announced = announcedComments(paragraphs, true);
  const isComment = (level: Frame): boolean => (level.names & bitOf('comment')) !== 0 || announced.has(level);
  // Answers in a forum look like the posts that are wanted.
  const isLikeWanted = (level: Frame): boolean =>
    [...(children.get(level.parent as Frame) ?? [])].some(
      (other) => wanted.has(other) && signature(other) === signature(level),
    );
  const streams = new Set<Frame>();
  for (const among of children.values()) {
    const alike = new Map<string, Frame[]>();
    for (const child of among)
      if (child.element.name !== 'p') {
        const key = signature(child);
        alike.set(key, [...(alike.get(key) ?? []), child]);
      }
    for (const frames of alike.values())
      if (frames.length >= streamBlocks && frames.every((one) => !wanted.has(one) && linked.has(one)))
        for (const one of frames) streams.add(one);
  }
  return paragraphs.map(({ frame }) => {
    let side: Side = 'none';
    for (let level: Frame | null = frame; level?.parent && !wanted.has(level); level = level.parent) {
      if (isComment(level) && !isLikeWanted(level)) return 'comment';
      if (level.isHidden) side = 'hidden';
      else if (side !== 'hidden' && streams.has(level)) side = 'stream';
      else if (side === 'none' && unwanted.has(level)) side = 'unwanted';
    }
    return side;
  });
}

function signature({ element }: Frame): string {
  return `${element.name}.${(element.attribs['class'] ?? '').split(/\s+/)[0]?.replace(/\d+/g, '') ?? ''}`;
}
