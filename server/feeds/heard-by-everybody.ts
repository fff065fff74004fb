import type { Selectable } from 'kysely';
import type { Tables } from '../../prisma/generated/tables.ts';
import type { App } from '../kernel/app.ts';
import { paywall, paywallOf } from '../areas/paywall/paywall.ts';
import { audioFile } from '../storage/files.ts';
import { paragraphsOf } from './escape.ts';

export type FeedProject = Pick<
  Selectable<Tables['Project']>,
  'paywall' | 'paywallParagraphLimit' | 'paywallAudioSuffixEnabled' | 'paywallAudioSuffix' | 'securityEnabled'
>;

/** What is known of an article's playable version. */
export interface Version {
  version: string;
  durationMs: number;
  bytes: number;
  teaser: string | null;
  teaserMs: number | null;
  /** What the teaser was made for. */
  paywall: unknown;
}

/** What everybody may hear of an article. */
export interface Heard {
  /** Base name. */
  file: string;
  durationMs: number;
  /** Null: whoever needs it asks the storage. */
  bytes: number | null;
  isTeaser: boolean;
}

/** Whether a project keeps whole articles for its subscribers. */
export const isReserved = (project: Pick<FeedProject, 'paywall' | 'securityEnabled'>): boolean =>
  project.paywall || project.securityEnabled;

/**
 * What feeds offer of an article: everything; behind a paywall its teaser, or everything where it was too
 * short to have one; null: nothing that everybody may hear.
 */
export function heardOf(project: FeedProject, version: Version): Heard | null {
  const whole: Heard = {
    file: version.version,
    durationMs: version.durationMs,
    bytes: version.bytes,
    isTeaser: false,
  };
  if (!isReserved(project)) return whole;
  if (version.teaser !== null)
    return {
      file: version.teaser,
      durationMs: version.teaserMs ?? version.durationMs,
      bytes: null,
      isTeaser: true,
    };
  const wall = paywallOf(project);
  const madeFor = paywall.safeParse(version.paywall).data;
  const isTooShort = wall !== null && madeFor !== undefined && madeFor.paragraphs === wall.paragraphs;
  return isTooShort && !project.securityEnabled ? whole : null;
}

/**
 * What feeds say of an article's text: all of it, or of one that is kept for subscribers the paragraphs that
 * its teaser has.
 */
export const textOf = (project: FeedProject, text: string, isTeaser: boolean): string =>
  isTeaser ? paragraphsOf(text).slice(0, project.paywallParagraphLimit).join('\n\n') : text;

/** Sizes of files that were looked up. A name stands for the same content for ever. */
const sizes = new Map<string, number>();
const sizesMax = 50_000;

/** Bytes of a sound; null: it is not there. @throws StorageError */
export async function bytesOfFile({ storage }: Pick<App, 'storage'>, file: string): Promise<number | null> {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const found = await storage.stat(audioFile(file));
  if (!found) return null;
  if (sizes.size >= sizesMax) sizes.clear();
  sizes.set(file, found.bytes);
  return found.bytes;
}

/** A sound's address. */
export const audioAddress = ({ config }: Pick<App, 'config'>, file: string): string =>
  `${baseOf(config)}/download/audio/${file}.mp3`;

/** The address that people use, without a slash at its end. */
export const baseOf = ({ publicUrl }: { publicUrl: string }): string => publicUrl.replace(/(?<!\/)\/+$/, '');
