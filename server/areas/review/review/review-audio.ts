import type { HoldReason } from '../../../../prisma/generated/client/enums.ts';
import { recordedDesign } from '../../../audio/sound-design.ts';
import type { App } from '../../../kernel/app.ts';
import { noticeSchema, type Notice } from '../../../lib/declare-messages.ts';
import { readHighlight, type HighlightedWord } from '../../articles/article-record/detail.ts';
import { findingKinds, type FindingKind } from './findings/finders.ts';
import { respellingsBetween } from './speech-check/respellings.ts';
import { isOpenFinding } from './store-findings.ts';
import { timedSentences, type TimedSentence } from './timed-sentences.ts';

/** A finding in an article, with its surrounding text. */
export interface ShownFinding {
  position: number;
  kind: FindingKind;
  weight: number;
  word: string | null;
  sentence: string;
  /** The part of the article that it is in, as it is spoken; null: as it is written. */
  spoken: string | null;
  start: number;
  length: number;
  startMs: number;
  endMs: number;
  reason: Notice;
}

/** Columns of an article that determine which version is reviewed. */
export interface Versions {
  audio: string | null;
  version: string | null;
  holdReason: HoldReason | null;
}

/**
 * Returns the version to review: the one that is on hold before it becomes public if a different one is
 * playing, else the one that plays.
 */
export const versionToReview = ({ audio, version, holdReason }: Versions): string | null =>
  holdReason === 'review' || holdReason === 'doubtful_passages' ? version : (audio ?? version);

/**
 * Returns the findings in the article's version that have not been marked as right, in the order of the text.
 * Kinds that only another release knows are left out.
 */
export async function readFindings(
  { db }: App,
  article: Versions & { id: number; projectId: number },
): Promise<ShownFinding[]> {
  const version = versionToReview(article);
  if (version === null) return [];
  const [audio, rows] = await Promise.all([
    db.prisma.audio.findUnique({ where: { version }, select: { text: true } }),
    db.sql
      .selectFrom('Finding as f')
      .selectAll()
      .where('f.version', '=', version)
      .where(isOpenFinding(article.projectId))
      .orderBy('f.start')
      .orderBy('f.position')
      .execute(),
  ]);
  if (!audio || rows.length === 0) return [];
  const replaced = await replacedChunks(db, article.id, version);
  return rows.flatMap(({ kind, reason, isRight: _right, version: _version, ...row }) => {
    const { sentenceStart, sentenceLength, ...shown } = row;
    const told = noticeSchema.safeParse(reason);
    if (!told.success || !Object.hasOwn(findingKinds, kind)) return [];
    const around = replaced.find(
      ({ start, written }) => row.start >= start && row.start < start + written.length,
    );
    return [
      {
        ...shown,
        kind: kind as FindingKind,
        // Offsets count UTF-16, which the database does not.
        sentence: audio.text.slice(sentenceStart, sentenceStart + sentenceLength),
        spoken: around?.text ?? null,
        reason: told.data,
      },
    ];
  });
}

/** The parts of a version that are spoken otherwise than they are written, in order. */
async function replacedChunks(
  { prisma }: App['db'],
  articleId: number,
  version: string,
): Promise<{ start: number; text: string; written: string }[]> {
  const chunks = await prisma.chunk.findMany({
    where: { articleId, version, written: { not: null } },
    orderBy: { position: 'asc' },
    take: replacementsMax,
    select: { start: true, text: true, written: true },
  });
  return chunks.map(({ written, ...chunk }) => ({ ...chunk, written: written! }));
}

/** A place of the article that is pronounced differently from its spelling. */
export interface ReplacedContext {
  /** The sentence as it is written, and as it is spoken. */
  oldContext: string;
  newContext: string;
  /** Its current replacement. */
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
    replacedChunks(app.db, article.id, version),
  ]);
  return {
    bad: findings.filter(({ word }) => word !== null).length,
    total: audio.text.split(/\s+/).filter(Boolean).length,
    replacements: chunks
      .flatMap(({ text, written }) =>
        respellingsBetween(written, text).map(({ after }) => ({
          oldContext: written,
          newContext: text,
          replacement: after,
        })),
      )
      .slice(0, replacementsMax),
  };
}

/** What a review hears. */
export interface ReviewAudio {
  version: string;
  durationMs: number;
  /** Title and text as they are written. */
  text: string;
  words: HighlightedWord[];
  sentences: TimedSentence[];
}

/** Of the version that is reviewed; null without one. */
export async function readReviewAudio(app: App, article: Versions): Promise<ReviewAudio | null> {
  const version = versionToReview(article);
  if (version === null) return null;
  const audio = await app.db.prisma.audio.findUnique({
    where: { version },
    select: { version: true, durationMs: true, text: true, design: true },
  });
  if (!audio) return null;
  const { design, ...shown } = audio;
  const words = await readHighlight(app, { audio: version });
  const language = recordedDesign.nullable().parse(design)?.tags.language ?? '';
  return { ...shown, words, sentences: timedSentences(audio.text, words, language) };
}
