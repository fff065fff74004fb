import type { ArticleLog, Audio, Chunk, User } from '../../../prisma/generated/client/client.ts';
import { paragraphPositions, type ParagraphPosition } from '../../text/paragraph-positions.ts';
import type { WordTiming } from '../../text/words.ts';
import type { App } from '../../kernel/app.ts';
import type { Article } from './article.ts';
import { mayReadLogs } from './policy.ts';

// What belongs to an article that its reader holds already: its project's rights decide.

export type ArticleLogEntry = ArticleLog & { user: User | null };

/** What the log holds besides the pipeline's own entries. */
export type LogKind = 'log' | 'update' | 'recrawl';

const logMax = 1_000;
const chunksMax = 20_000;

/** Entries of one kind, newest first; none for who may not read them. */
export async function readLog(app: App, article: Pick<Article, 'id' | 'project'>, kind: LogKind): Promise<ArticleLogEntry[]> {
  if (!mayReadLogs(article.project)) return [];
  return app.db.prisma.articleLog.findMany({ where: { articleId: article.id, kind }, include: { user: true }, orderBy: { id: 'desc' }, take: logMax });
}

/** Chunks of every version that is kept, newest version first, each in order; none for who may not read them. */
export async function readChunks(app: App, article: Pick<Article, 'id' | 'project'>): Promise<Chunk[]> {
  if (!mayReadLogs(article.project)) return [];
  const { rows } = await app.db.query<Chunk>(
    `SELECT c.* FROM "Chunk" c
       JOIN (SELECT version, max(id) AS newest FROM "Chunk" WHERE "articleId" = $1 GROUP BY version) v USING (version)
      WHERE c."articleId" = $1 ORDER BY v.newest DESC, c.position LIMIT ${chunksMax}`,
    [article.id],
  );
  return rows;
}

export interface ChunkSummary {
  totalChunks: number;
  totalCharactersVoiced: number;
}

/** How many chunks the version that can be played has (without one: the newest) and what they cost; zeroes for who may not read them. */
export async function readChunkSummary(app: App, article: Pick<Article, 'id' | 'project' | 'audio'>): Promise<ChunkSummary> {
  if (!mayReadLogs(article.project)) return { totalChunks: 0, totalCharactersVoiced: 0 };
  const { rows } = await app.db.query<ChunkSummary>(
    `SELECT count(*)::int AS "totalChunks", coalesce(sum("charactersVoiced"), 0)::int AS "totalCharactersVoiced" FROM "Chunk"
      WHERE "articleId" = $1 AND version = coalesce($2, (SELECT version FROM "Chunk" WHERE "articleId" = $1 ORDER BY id DESC LIMIT 1))`,
    [article.id, article.audio],
  );
  return rows[0]!;
}

export interface HighlightedWord {
  word: string;
  /** UTF-16 offset and length in the text as it was spoken: title and text. */
  start: number;
  length: number;
  /** Milliseconds from the start of the audio. */
  startMs: number;
  endMs: number;
}

/** When each word of the version that can be played sounds; nothing without audio. */
export async function readHighlight(app: App, article: Pick<Article, 'audio'>): Promise<HighlightedWord[]> {
  if (!article.audio) return [];
  const audio = await app.db.prisma.audio.findUnique({ where: { version: article.audio }, select: { text: true, timings: true } });
  if (!audio) return [];
  const timings = audio.timings as unknown as Omit<HighlightedWord, 'word'>[];
  return timings.map(({ start, length, startMs, endMs }) => ({ word: audio.text.slice(start, start + length), start, length, startMs, endMs }));
}

/** What the version that can be played says: title and text, as they were spoken; null without audio. Positions of words and paragraphs count in it. */
export async function readSpokenText(app: App, article: Pick<Article, 'audio'>): Promise<string | null> {
  if (!article.audio) return null;
  return (await app.db.prisma.audio.findUnique({ where: { version: article.audio }, select: { text: true } }))?.text ?? null;
}

/** When each paragraph of the version that can be played sounds; nothing without audio. */
export async function readParagraphs(app: App, article: Pick<Article, 'audio'>): Promise<ParagraphPosition[]> {
  const audio = article.audio && (await app.db.prisma.audio.findUnique({ where: { version: article.audio }, select: { text: true, timings: true } }));
  return audio ? paragraphPositions(audio.text, audio.timings as unknown as WordTiming[]) : [];
}

/** A finished file, without its text and timings. */
export type AudioFile = Omit<Audio, 'text' | 'timings' | 'design'>;

/** The files of these versions. For callers who have read the articles. */
export async function readAudioFiles(app: App, versions: readonly string[]): Promise<AudioFile[]> {
  return app.db.prisma.audio.findMany({ where: { version: { in: [...versions] } }, omit: { text: true, timings: true, design: true } });
}

/** Texts by article, for lists that ask for them after all. For callers who have read the articles. */
export async function readTexts(app: App, ids: readonly number[]): Promise<{ id: number; text: string }[]> {
  return app.db.prisma.article.findMany({ where: { id: { in: [...ids] } }, select: { id: true, text: true } });
}
