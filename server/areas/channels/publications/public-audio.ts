import type { Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { App } from '../../../kernel/app.ts';
import { audioFile } from '../../../storage/files.ts';
import { paywall, paywallOf } from '../../projects/paywall/paywall.ts';

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

type MaybeVersion = { [Key in keyof Version]: Version[Key] | null };

/** The version in a row of an article that may have none. */
export const versionIn = ({
  version,
  durationMs,
  bytes,
  teaser,
  teaserMs,
  paywall: madeFor,
}: MaybeVersion): Version | null =>
  version === null
    ? null
    : { version, durationMs: durationMs!, bytes: bytes!, teaser, teaserMs, paywall: madeFor };

/** An article's public audio. */
export interface PublicAudio {
  /** Base name. */
  file: string;
  durationMs: number;
  /** Null: read it from the storage when needed. */
  bytes: number | null;
  isTeaser: boolean;
}

/** Whether a project keeps whole articles for its subscribers. */
export const isBehindPaywall = (project: Pick<FeedProject, 'paywall' | 'securityEnabled'>): boolean =>
  project.paywall || project.securityEnabled;

/**
 * Returns the audio that feeds offer of an article: the full audio; behind a paywall its teaser, or the full
 * audio if it is too short for one; null: no public audio.
 */
export function publicAudioOf(project: FeedProject, version: Version): PublicAudio | null {
  const whole: PublicAudio = {
    file: version.version,
    durationMs: version.durationMs,
    bytes: version.bytes,
    isTeaser: false,
  };
  if (!isBehindPaywall(project)) return whole;
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

/** Cache of file sizes. The content of a name never changes. */
const sizes = new LRUCache<string, number>({ max: 50_000 });

/** Bytes of a sound; null: it is not there. @throws StorageError */
export async function bytesOfFile({ storage }: Pick<App, 'storage'>, file: string): Promise<number | null> {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const found = await storage.stat(audioFile(file));
  if (!found) return null;
  sizes.set(file, found.bytes);
  return found.bytes;
}

/** An article's public audio with its size. */
export type PublicArticle = PublicAudio & { bytes: number };

/**
 * Returns the public audio with the size of its file; null: no public audio, or its file is missing.
 * @param heard result of `publicAudioOf`
 * @throws StorageError
 */
export async function publicArticleFields(
  app: Pick<App, 'storage'>,
  heard: PublicAudio | null,
): Promise<PublicArticle | null> {
  const bytes = heard && (heard.bytes ?? (await bytesOfFile(app, heard.file)));
  return heard && bytes !== null ? { ...heard, bytes } : null;
}

/** An episode as its row has it. */
export interface EpisodeAudio {
  file: string;
  durationMs: number | null;
  bytes: number | null;
}

/**
 * Returns the audio that feeds offer of an episode: for a single article, the same as for that article. Audio
 * joined from several articles is full audio, so it is not public if the project restricts full articles.
 * @param only the version that its only article plays; null: it has none, or there are several articles
 */
export function publicEpisodeAudio(
  project: FeedProject,
  { file, durationMs, bytes }: EpisodeAudio,
  only: Version | null,
): PublicAudio | null {
  const reserved = isBehindPaywall(project);
  if (only && (file === only.version || reserved)) return publicAudioOf(project, only);
  return reserved ? null : { file, durationMs: durationMs ?? 0, bytes, isTeaser: false };
}
