import type { ArticleStatus, ArticleStep, SourceType } from '../../prisma/generated/client/enums.ts';
import type { App } from '../kernel/app.ts';
import type { Database, Sql } from '../lib/database/db.ts';
import type { Logger } from '../lib/logger.ts';
import type { CutText, Plan } from '../areas/voice/voicing/voicing-plan.ts';
import { voiceSettings, type VoiceSettings } from '../areas/access/project-access/voice-values.ts';
import { ruleOutcome, type RuleOutcome } from '../areas/library/rules/rule-outcome.ts';
import {
  StaleRunError,
  transition,
  type ArticleChanges,
  type LogEntry,
} from '../areas/articles/articles/article-states.ts';
import { runMessages } from '../areas/articles/articles/messages.ts';
import { customPauses, type CustomPause } from '../areas/voice/voicing/custom-pauses.ts';

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
  /**
   * Voice to use: the project's, or the failover voice while its provider is down. Each execution decides
   * again.
   */
  voice: 'own' | 'failover';
  /** Kept from the step that made it; another execution makes it again. */
  plan?: Plan | undefined;
}

/** What of an audio of the studio decides how it is voiced. */
export interface StudioRun {
  userId: number;
  language: string;
  /** `provider:name`. */
  voice: string;
  style: string | null;
  pauses: readonly CustomPause[];
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
  /** Why it waited or was errored last. */
  error: string | null;
  title: string;
  text: string;
  url: string | null;
  labels: string[];
  /** Null until its text is final. */
  ruling: RuleOutcome | null;
  version: string | null;
  audio: string | null;
  fetchPage: boolean;
  foundByPlayer: boolean;
  publishedAt: Date | null;
  sourceId: number | null;
  sourceType: SourceType | null;
  /** Since when the source has been read; null: it has not, or the article is not of one. */
  sourceBeganAt: Date | null;
  /** Hash of the source's content; null: the article does not come from the source. */
  sourceHash: string | null;
  addedAt: Date;
  /** It came with too many others: it is read, and then waits. */
  isBurst: boolean;
  isUnsure: boolean;
  /** How sure it was when its page was read, 0 to 1. */
  confidence: number | null;
  /** Its source's, percent; null: it has none. */
  confidenceLimit: number | null;
  /** Whether its source wants subtitles and key points; null: it has none. */
  readsSubtitles: boolean | null;
  /** As the source says; null: see `honoursRobots` in robots.ts. */
  honoursRobots: boolean | null;
  mainUrl: string | null;
  projectId: number;
  projectName: string;
  organizationId: number | null;
  organizationName: string | null;
  ownerId: number;
  /** Studio in which it was created, and the requested settings; null: it belongs to a newsroom. */
  studio: StudioRun | null;
  voiceProvider: string;
  voiceName: string;
  voiceLanguage: string;
  voiceAdditionalSettings: VoiceSettings;
  failoverVoice: string | null;
  limitEnabled: boolean;
  limitPerDay: number;
  extractorIpAddress: string | null;
  /** The beginning (UTC) of its day. */
  articlesFromDate: Date | null;
  normalization: boolean;
  normalizationPrompt: string | null;
  /** Whether what is chosen for review is played only once it was reviewed. */
  qaBeforePublishing: boolean;
  /** How classes of numbers and signs are read. */
  readPhoneNumbers: string;
  readYears: string;
  readDates: string;
  readUnits: string;
  readHandles: string;
  /** Whether doubtful passages hold it before it becomes public, and which kinds count. */
  holdDoubtful: boolean;
  holdAmbiguous: boolean;
  holdLeftAsWritten: boolean;
  holdMarkup: boolean;
  holdLength: boolean;
  holdOtherScript: boolean;
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

/** Columns of an article's run: of the article, its studio, source, organization and project. */
const columns = [
  't.userId as studioUserId',
  't.language as studioLanguage',
  't.voice as studioVoice',
  't.style as studioStyle',
  't.pauses as studioPauses',
  'a.id',
  'a.run',
  'a.status',
  'a.step',
  'a.attempts',
  'a.crashes',
  'a.error',
  'a.title',
  'a.text',
  'a.url',
  'a.labels',
  'a.ruling',
  'a.version',
  'a.audio',
  'a.fetchPage',
  'a.foundByPlayer',
  'a.publishedAt',
  's.id as sourceId',
  's.type as sourceType',
  's.beganAt as sourceBeganAt',
  'a.sourceHash',
  'a.addedAt',
  'a.isBurst',
  'a.isUnsure',
  'a.confidence',
  's.confidenceLimit',
  's.readsSubtitles',
  's.honoursRobots',
  'o.name as organizationName',
  'p.mainUrl',
  'p.id as projectId',
  'p.name as projectName',
  'p.organizationId',
  'p.ownerId',
  'p.voiceProvider',
  'p.voiceName',
  'p.voiceLanguage',
  'p.voiceAdditionalSettings',
  'p.failoverVoice',
  'p.limitEnabled',
  'p.limitPerDay',
  'p.articlesFromDate',
  'p.extractorServerIp',
  'p.extractorIpAddress',
  'p.normalization',
  'p.normalizationPrompt',
  'p.qaBeforePublishing',
  'p.readPhoneNumbers',
  'p.readYears',
  'p.readDates',
  'p.readUnits',
  'p.readHandles',
  'p.holdDoubtful',
  'p.holdAmbiguous',
  'p.holdLeftAsWritten',
  'p.holdMarkup',
  'p.holdLength',
  'p.holdOtherScript',
  'p.pauseSentence',
  'p.pauseParagraph',
  'p.pauseHeading',
  'p.audioBitrate',
  'p.cover',
  'p.paywall',
  'p.paywallParagraphLimit',
  'p.paywallAudioSuffixEnabled',
  'p.paywallAudioSuffix',
] as const;

/** @throws StaleRunError when the run is not the article's present one */
export async function readArticle({
  app,
  articleId,
  run,
}: {
  app: { db: Pick<Database, 'sql'> };
  articleId: number;
  run: number;
}): Promise<RunningArticle> {
  // One statement, each time a step begins.
  const row = await app.db.sql
    .selectFrom('Article as a')
    .innerJoin('Project as p', 'p.id', 'a.projectId')
    .leftJoin('Organization as o', 'o.id', 'p.organizationId')
    .leftJoin('Source as s', 's.id', 'a.sourceId')
    .leftJoin('StudioAudio as t', 't.articleId', 'a.id')
    .select(columns)
    .where('a.id', '=', articleId)
    .where('a.run', '=', run)
    .where('a.deletedAt', 'is', null)
    .where('p.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new StaleRunError(runMessages.RUN_IS_OVER({ run, article: articleId }));
  const {
    extractorServerIp,
    studioUserId,
    studioLanguage,
    studioVoice,
    studioStyle,
    studioPauses,
    ...article
  } = row;
  return {
    ...article,
    studio:
      studioUserId === null
        ? null
        : {
            userId: studioUserId,
            language: studioLanguage!,
            voice: studioVoice!,
            style: studioStyle,
            pauses: customPauses.parse(studioPauses),
          },
    ruling: ruleOutcome.nullable().parse(row.ruling),
    voiceAdditionalSettings: voiceSettings.parse(row.voiceAdditionalSettings),
    articlesFromDate: row.articlesFromDate === null ? null : new Date(`${row.articlesFromDate}T00:00:00Z`),
    extractorIpAddress: extractorServerIp ? row.extractorIpAddress : null,
  };
}

/** Whether the run is still the article's current one; otherwise running work may stop. */
export async function isPresent({ app, articleId, run }: ArticleRun): Promise<boolean> {
  const article = await app.db.sql
    .selectFrom('Article')
    .select('id')
    .where('id', '=', articleId)
    .where('run', '=', run)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return article !== undefined;
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
