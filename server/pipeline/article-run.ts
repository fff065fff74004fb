import type { ArticleStatus, ArticleStep, SourceType } from '../../prisma/generated/client/enums.ts';
import type { App } from '../kernel/app.ts';
import type { Database, Sql } from '../lib/db.ts';
import type { Logger } from '../lib/logger.ts';
import type { CutText, Plan } from './plan.ts';
import type { RuleOutcome } from '../areas/rules/outcome.ts';
import { StaleRunError, transition, type ArticleChanges, type LogEntry } from '../areas/articles/states.ts';

/** What a worker has opened: the process's doors, and threads for texts. */
export interface Tools {
  app: App;
  /** Aborts when no further step is to be begun in this process. */
  stopping?: AbortSignal;
  cutText: CutText;
}

/** One execution of an article's run: what the steps work with. */
export interface ArticleRun extends Tools {
  articleId: number;
  run: number;
  /** Aborts when the process stops, or another one has taken the job. */
  signal: AbortSignal;
  log: Logger;
  /** The voice that is used: the project's, or while its provider is down the one that steps in. Decided anew by each execution. */
  voice: 'own' | 'failover';
  /** Kept from the step that made it; another execution makes it again. */
  plan?: Plan | undefined;
}

/** A step: from its checkpoint before to the next one, which it commits itself. */
export type Step = (run: ArticleRun, article: RunningArticle) => Promise<void>;

/** An article with what of its project decides how it is voiced. */
export interface RunningArticle {
  id: number;
  run: number;
  status: ArticleStatus;
  step: ArticleStep;
  attempts: number;
  crashes: number;
  title: string;
  text: string;
  url: string | null;
  labels: string[];
  /** Null until its text is final. */
  ruling: RuleOutcome | null;
  version: string | null;
  audio: string | null;
  fetchPage: boolean;
  publishedAt: Date | null;
  sourceId: number | null;
  sourceType: SourceType | null;
  /** As the source says; null: see `honoursRobots` in robots-permission.ts. */
  honoursRobots: boolean | null;
  mainUrl: string | null;
  projectId: number;
  projectName: string;
  organizationId: number | null;
  organizationName: string | null;
  ownerId: number;
  voiceProvider: string;
  voiceName: string;
  voiceLanguage: string;
  voiceAdditionalSettings: Record<string, unknown>;
  failoverVoice: string | null;
  limitEnabled: boolean;
  limitPerDay: number;
  extractorIpAddress: string | null;
  articlesFromDate: Date | null;
  pauseSentence: number;
  pauseParagraph: number;
  pauseHeading: number;
  audioBitrate: number;
  cover: string | null;
  paywall: boolean;
  paywallParagraphLimit: number;
  paywallAudioSuffixEnabled: boolean;
  /** Address of a sound. */
  paywallAudioSuffix: string | null;
}

/** @throws StaleRunError when the run is not the article's present one */
export async function readArticle({ app, articleId, run }: { app: { db: Pick<Database, 'query'> }; articleId: number; run: number }): Promise<RunningArticle> {
  const { rows } = await app.db.query<RunningArticle>(
    `SELECT a."id", a."run", a."status"::text, a."step"::text, a."attempts", a."crashes", a."title", a."text", a."url", coalesce(a."labels", '{}') AS "labels", a."ruling", a."version", a."audio", a."fetchPage",
       a."publishedAt", s."id" AS "sourceId", s."type"::text AS "sourceType", s."honoursRobots", p."mainUrl", p."id" AS "projectId", p."name" AS "projectName", p."organizationId",
       o."name" AS "organizationName", p."ownerId", p."voiceProvider", p."voiceName", p."voiceLanguage", p."voiceAdditionalSettings",
       p."failoverVoice", p."limitEnabled", p."limitPerDay", p."articlesFromDate"::timestamptz, CASE WHEN p."extractorServerIp" THEN p."extractorIpAddress" END AS "extractorIpAddress",
       p."pauseSentence", p."pauseParagraph", p."pauseHeading", p."audioBitrate", p."cover", p."paywall", p."paywallParagraphLimit",
       p."paywallAudioSuffixEnabled", p."paywallAudioSuffix"
     FROM "Article" a JOIN "Project" p ON p."id" = a."projectId" LEFT JOIN "Organization" o ON o."id" = p."organizationId"
       LEFT JOIN "Source" s ON s."id" = a."sourceId"
     WHERE a."id" = $1 AND a."run" = $2 AND a."deletedAt" IS NULL AND p."deletedAt" IS NULL`,
    [articleId, run],
  );
  if (!rows[0]) throw new StaleRunError(`Run ${run} of article ${articleId} is over.`);
  return rows[0];
}

/** Whether the run is still the article's present one; work that is under way need not go on otherwise. */
export async function isPresent({ app, articleId, run }: ArticleRun): Promise<boolean> {
  const { rows } = await app.db.query('SELECT 1 FROM "Article" WHERE "id" = $1 AND "run" = $2 AND "deletedAt" IS NULL', [articleId, run]);
  return rows.length > 0;
}

/** Commits a step's result. @param also what is committed with it @throws StaleRunError */
export async function checkpoint(
  { app, articleId, run }: ArticleRun,
  [from, to]: [ArticleStep, ArticleStep],
  set: ArticleChanges = {},
  log: LogEntry[] = [],
  also: (tx: Sql) => Promise<void> = async () => {},
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await transition(app, tx, 'advance', { articleId, run, fromStep: from, set: { ...set, step: to }, log });
    await also(tx);
  });
}
