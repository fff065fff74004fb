import { z } from 'zod';
import { paywallTexts } from '../../../product.ts';
import type { Project } from '../../../../prisma/generated/client/client.ts';

/**
 * What plays without a subscription: a number of paragraphs, and what follows them: an uploaded sound, words,
 * or nothing.
 */
export interface Paywall {
  paragraphs: number;
  suffix: { file: string } | 'words' | null;
}

/** As it is recorded with what was made for it. */
export const paywall: z.ZodType<Paywall> = z.object({
  paragraphs: z.int().positive(),
  suffix: z.union([z.object({ file: z.string() }), z.literal('words')]).nullable(),
});

type Settings = Pick<
  Project,
  'paywall' | 'paywallParagraphLimit' | 'paywallAudioSuffixEnabled' | 'paywallAudioSuffix'
>;

/** Returns a project's paywall from its settings; null: whole articles play for all listeners. */
export const paywallOf = (project: Settings): Paywall | null =>
  project.paywall ? { paragraphs: project.paywallParagraphLimit, suffix: suffixOf(project) } : null;

/** The project's own sound, or the words that invite to subscribe; null: the teaser just ends. */
function suffixOf({ paywallAudioSuffixEnabled, paywallAudioSuffix }: Settings): Paywall['suffix'] {
  if (!paywallAudioSuffixEnabled) return null;
  const file = /^\/download\/audio\/([\w-]+)\.mp3$/.exec(paywallAudioSuffix ?? '')?.[1];
  return file === undefined ? 'words' : { file };
}

/** The words that invite to subscribe, in the language of an article (BCP 47), else in English. */
export const invitationIn = (language: string): string =>
  paywallTexts[language.split('-')[0]!] ?? paywallTexts['en']!;
