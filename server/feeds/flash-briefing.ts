import { briefingItems } from '../areas/channels/publications/briefing-choice.ts';
import { shorten } from './shorten.ts';

/** What Alexa reads out or plays, newest first. */
export interface BriefingItem {
  /** Never another one; Amazon wants a URN of a UUID. */
  uid: string;
  updatedAt: Date;
  title: string;
  text: string;
  link: string | null;
  /** Null: Alexa reads the text with her own voice. */
  streamUrl: string | null;
}

/** Characters of a text: Amazon's limits (Flash Briefing Skill API feed reference). */
const characters = { title: 200, text: 4_500 };

/**
 * The feed of an Alexa flash briefing, as Amazon's Flash Briefing Skill API has it: an array, for one item
 * too.
 */
export const flashBriefing = (items: readonly BriefingItem[]): string =>
  JSON.stringify(
    items.slice(0, briefingItems.most).map(({ uid, updatedAt, title, text, link, streamUrl }) => ({
      uid,
      updateDate: updatedAt.toISOString(),
      titleText: shorten(spoken(title), characters.title),
      // With audio Alexa plays that and reads nothing.
      mainText: streamUrl === null ? shorten(spoken(text), characters.text) : '',
      ...(streamUrl !== null && { streamUrl }),
      ...(link !== null && { redirectionUrl: link }),
    })),
  );

/**
 * Text that Alexa takes for nothing but text: without characters that no voice says, its white space as
 * single spaces.
 */
const spoken = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    // Replaces markup characters with look-alikes.
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .trim();
