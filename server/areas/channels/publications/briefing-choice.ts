import { product } from '../../../product.ts';
import type { ChannelSettings } from '../channels/kinds/registry.ts';
import { isBehindPaywall, type FeedProject } from './public-audio.ts';

/** Items of a flash briefing: Amazon's limits (Flash Briefing Skill API feed reference). */
export const briefingItems = { least: 1, most: 5 } as const;

/** How many of the newest articles a flash briefing has, and whether it plays them or has Alexa read them. */
export const briefingOf = (
  project: FeedProject,
  { itemCount, voiceType }: ChannelSettings<'alexaFB'>,
): { limit: number; plays: boolean } => ({
  limit: Math.min(briefingItems.most, Math.max(briefingItems.least, itemCount)),
  plays: voiceType === product.value && !isBehindPaywall(project),
});
