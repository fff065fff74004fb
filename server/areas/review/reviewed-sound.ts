import { sql as raw } from 'kysely';
import type { App } from '../../kernel/app.ts';
import { noticeSchema, type Notice } from '../../lib/declare-messages.ts';
import { readHighlight, type HighlightedWord } from '../article-record/detail.ts';
import { finders, type FindingKind } from './findings/finders.ts';
import { stillCounts } from './keep-findings.ts';

/** Something that was found in an article, with what stands around it. */
export interface ShownFinding {
  position: number;
  kind: FindingKind;
  weight: number;
  word: string | null;
  sentence: string;
  start: number;
  length: number;
  startMs: number;
  endMs: number;
  reason: Notice;
}

/** What of an article says which of its versions is reviewed. */
export interface Versions {
  audio: string | null;
  version: string | null;
  awaitsReview: boolean;
}

/**
 * The version that is reviewed: the one that waits for it, where another one is played meanwhile, or what is
 * played.
 */
export const versionToReview = ({ audio, version, awaitsReview }: Versions): string | null =>
  awaitsReview ? version : (audio ?? version);

/**
 * What was found in the article's version and nobody said is right, in the order of the text. Kinds that
 * another release knows are left out.
 */
export async function readFindings(
  { db }: App,
  article: Versions & { projectId: number },
): Promise<ShownFinding[]> {
  const version = versionToReview(article);
  if (version === null) return [];
  const rows = await db.sql
    .selectFrom('Finding as f')
    .innerJoin('Audio as a', 'a.version', 'f.version')
    .select([
      'f.position',
      'f.kind',
      'f.weight',
      'f.word',
      'f.start',
      'f.length',
      'f.startMs',
      'f.endMs',
      'f.reason',
    ])
    .select(raw<string>`substr(a."text", f."sentenceStart" + 1, f."sentenceLength")`.as('sentence'))
    .where('f.version', '=', version)
    .where(stillCounts(article.projectId))
    .orderBy('f.start')
    .orderBy('f.position')
    .execute();
  return rows.flatMap(({ kind, reason, ...row }) => {
    const told = noticeSchema.safeParse(reason);
    return told.success && Object.hasOwn(finders, kind)
      ? [{ ...row, kind: kind as FindingKind, reason: told.data }]
      : [];
  });
}

/** A place of the article that is said otherwise than it is written. */
export interface ReplacedContext {
  /** The sentence as it is written, and as it is spoken. */
  oldContext: string;
  newContext: string;
  /** What stands in it now. */
  replacement: string;
}

/** What Smart QA knows of an article's words. */
export interface SmartQaWords {
  /** Words in which something was found. */
  bad: number;
  /** Words of the article. */
  total: number;
  replacements: ReplacedContext[];
}

const replacementsMax = 500;

/** Of the version that is reviewed; null without one. */
export async function readSmartQaWords(
  app: App,
  article: Versions & { id: number; projectId: number },
): Promise<SmartQaWords | null> {
  const version = versionToReview(article);
  if (version === null) return null;
  const audio = await app.db.prisma.audio.findUnique({ where: { version }, select: { text: true } });
  if (!audio) return null;
  const [findings, chunks] = await Promise.all([
    readFindings(app, article),
    app.db.prisma.chunk.findMany({
      where: { articleId: article.id, version, written: { not: null } },
      orderBy: { position: 'asc' },
      take: replacementsMax,
      select: { text: true, written: true },
    }),
  ]);
  return {
    bad: findings.filter(({ word }) => word !== null).length,
    total: audio.text.split(/\s+/).filter(Boolean).length,
    replacements: chunks.map(({ text, written }) => ({
      oldContext: written!,
      newContext: text,
      replacement: changedPart(written!, text),
    })),
  };
}

/** The words of a text that differ from another one, between what both begin and end with. */
function changedPart(before: string, after: string): string {
  const [old, said] = [before.split(' '), after.split(' ')];
  let head = 0;
  while (head < old.length && head < said.length && old[head] === said[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < said.length - head && old.at(-1 - tail) === said.at(-1 - tail))
    tail++;
  return said.slice(head, said.length - tail).join(' ');
}

/** What a review hears. */
export interface ReviewAudio {
  version: string;
  durationMs: number;
  /** Title and text as they are written. */
  text: string;
  words: HighlightedWord[];
}

/** Of the version that is reviewed; null without one. */
export async function readReviewAudio(app: App, article: Versions): Promise<ReviewAudio | null> {
  const version = versionToReview(article);
  if (version === null) return null;
  const audio = await app.db.prisma.audio.findUnique({
    where: { version },
    select: { version: true, durationMs: true, text: true },
  });
  return audio && { ...audio, words: await readHighlight(app, { audio: version }) };
}
