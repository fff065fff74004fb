import type { FeedProject } from '../areas/channels/publications/public-audio.ts';
import { paragraphsOf } from './markup-writer.ts';

/**
 * What feeds say of an article's text: all of it, or of one that is kept for subscribers the paragraphs that
 * its teaser has.
 */
export const textOf = (project: FeedProject, text: string, isTeaser: boolean): string =>
  isTeaser ? paragraphsOf(text).slice(0, project.paywallParagraphLimit).join('\n\n') : text;
