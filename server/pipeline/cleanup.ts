import type { App } from '../kernel/app.ts';
import { forgetDictionaries } from '../areas/voice/dictionaries/forget-dictionaries.ts';
import { forgetEvents } from '../areas/listening/listening/forget-events.ts';
import { forgetImages, forgetSounds } from '../areas/library/sounds/forget-uploads.ts';
import { eachItem, expectAllDone, type ItemsOutcome } from '../kernel/each-item.ts';
import { finishMarkedDeletion, listMarked } from '../kernel/file-deletions.ts';
import { databaseTime } from '../lib/database/database-clock.ts';
import { execute } from '../lib/database/db.ts';
import { idempotencySeconds } from '../lib/idempotent-call.ts';
import { fromNow, now } from '../lib/database/sql.ts';
import { deleteLeftFolders } from '../lib/temporary-folder.ts';
import { deleteOutboxMails } from '../mail/outbox.ts';
import { webhookLogDays } from '../product.ts';
import { deleteUnusedJoinedAudio } from './delete-joined-audio.ts';
import { deletePrivateData } from './delete-private-data.ts';
import { deleteOldVersions } from './old-versions.ts';
import {
  forgetDeletedArticles,
  forgetJoinable,
  forgetPreviews,
  forgetSegments,
  forgetTexts,
  forgetWords,
} from './retention.ts';
import { deleteStrays } from './stray-files.ts';
import { runMaintenance } from './maintenance.ts';

const day = 86_400_000;

/** What each part deleted, by its name. */
export type CleanupOutcome = Record<keyof ReturnType<typeof partsOf>, number>;

/**
 * Deletes what has been kept for as long as the configuration says, and what processes left behind that
 * were killed; and tidies the embedded database, which does not do so itself. After a failure it resumes
 * where it stopped.
 * @throws AggregateError of the parts that failed, once all others are done
 */
export const cleanUp = (app: App): Promise<CleanupOutcome> => runMaintenance(app, partsOf(app));

/** In this order: what is made of something goes before it. */
function partsOf(app: App) {
  const { retention } = app.config;
  const before = (days: number): Date => new Date(databaseTime().getTime() - days * day);
  const deleted = before(retention.deletedDays);
  // By hand: deleting much takes longer than Prisma's statements may.
  const { sql } = app.db.unhurried;
  const countOf = async (statement: {
    executeTakeFirst(): Promise<{ numDeletedRows: bigint } | undefined>;
  }): Promise<number> => Number((await statement.executeTakeFirst())?.numDeletedRows ?? 0);
  return {
    versions: async () => expectAllDone(await deleteOldVersions(app)),
    fileDeletions: async () => expectAllDone(await finishDeletions(app)),
    sessions: () =>
      countOf(
        sql
          .deleteFrom('Session')
          .where((eb) =>
            eb.or([
              eb('expiresAt', '<', now()),
              eb('lastSeenAt', '<', fromNow(-3_600 * app.config.sessionIdleHours)),
            ]),
          ),
      ),
    usedOnce: () => countOf(sql.deleteFrom('UsedOnce').where('expiresAt', '<', now())),
    pendingIdentities: () => countOf(sql.deleteFrom('PendingIdentity').where('expiresAt', '<', now())),
    signUps: () => countOf(sql.deleteFrom('SignUp').where('expiresAt', '<', now())),
    emailChanges: () => countOf(sql.deleteFrom('EmailChange').where('expiresAt', '<', now())),
    paymentEvents: () =>
      countOf(
        sql.deleteFrom('PaymentEvent').where('receivedAt', '<', before(Math.max(retention.logsDays, 60))),
      ),
    passwordResets: () => countOf(sql.deleteFrom('PasswordReset').where('expiresAt', '<', now())),
    // The database keeps each entry for a year.
    securityLog: () =>
      countOf(
        sql.deleteFrom('SecurityEntry').where('createdAt', '<', before(Math.max(retention.logsDays, 366))),
      ),
    rateLimits: () => countOf(sql.deleteFrom('RateLimit').where('forgottenAt', '<', now())),
    // What did not fail lately is gone, or works; a job retries what fails at each of its runs.
    failingItems: () => countOf(sql.deleteFrom('FailingItem').where('failedAt', '<', before(7))),
    repeatableCalls: () =>
      countOf(sql.deleteFrom('CallStep').where('createdAt', '<', fromNow(-idempotencySeconds))),
    unfinishedChunks: () => countOf(unfinishedChunks(app)),
    eventDays: () => forgetEvents(app),
    deletedArticles: async () => expectAllDone(await forgetDeletedArticles(app, deleted)),
    deletedTexts: () => forgetTexts(app, deleted),
    segments: () => forgetSegments(app, before(retention.segmentsDays), deleted),
    previews: async () => expectAllDone(await forgetPreviews(app, before(retention.previewsDays))),
    words: async () => expectAllDone(await forgetWords(app, before(retention.previewsDays), deleted)),
    joined: async () =>
      expectAllDone(await deleteUnusedJoinedAudio(app, before(retention.versionsDays), deleted)),
    joinable: async () => expectAllDone(await forgetJoinable(app, before(retention.versionsDays))),
    sounds: async () => expectAllDone(await forgetSounds(app, deleted)),
    images: async () => expectAllDone(await forgetImages(app, before(Math.max(1, retention.deletedDays)))),
    dictionaries: () => forgetDictionaries(app, deleted),
    privateProjects: () => deletePrivateData(app, deleted),
    rules: () => countOf(sql.deleteFrom('DeletedRule').where('deletedAt', '<', deleted)),
    formerEpisodeArticles: () =>
      countOf(sql.deleteFrom('FormerEpisodeArticle').where('leftAt', '<', deleted)),
    resoundings: () =>
      countOf(sql.deleteFrom('Resounding').where('endedAt', '<', before(retention.logsDays))),
    articleLogs: () =>
      countOf(sql.deleteFrom('ArticleLog').where('createdAt', '<', before(retention.logsDays))),
    projectLogs: () =>
      countOf(sql.deleteFrom('ProjectLog').where('createdAt', '<', before(retention.logsDays))),
    // Their deliveries go with them.
    webhookEvents: () =>
      countOf(sql.deleteFrom('WebhookEvent').where('createdAt', '<', before(webhookLogDays))),
    mails: () => countOf(sql.deleteFrom('Mail').where('createdAt', '<', before(retention.logsDays))),
    outbox: () => deleteOutboxMails(app.config.dataDir, before(retention.outboxDays)),
    normalized: () =>
      countOf(sql.deleteFrom('NormalizedText').where('usedAt', '<', before(retention.segmentsDays))),
    listeners: () =>
      countOf(sql.deleteFrom('AlexaListener').where('modifiedAt', '<', before(retention.logsDays))),
    strayAudio: () => deleteStrays(app, 'audio'),
    strayImages: () => deleteStrays(app, 'images'),
    unfinishedFiles: async () => (await app.storage.deleteUnfinished?.(before(1))) ?? 0,
    temporaryFolders: () => deleteLeftFolders(before(1)),
    vacuum: async () => {
      if (app.db.kind === 'pglite') await execute(sql, 'VACUUM ANALYZE');
      return 0;
    },
  };
}

/** Deletes files that a process had marked for deletion and left when it died. */
const finishDeletions = (app: App): Promise<ItemsOutcome> =>
  eachItem(app, {
    job: 'fileDeletions',
    items: listMarked(app),
    key: (file) => file,
    work: (file) => finishMarkedDeletion(app, file),
  });

/** Chunks of versions that were edited away before they were finished. */
const unfinishedChunks = ({ db }: App) =>
  db.unhurried.sql
    .deleteFrom('Chunk as c')
    .where('c.createdAt', '<', fromNow(-86_400))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('Audio as u').select('u.version').whereRef('u.version', '=', 'c.version'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('Article as a')
            .select('a.id')
            .whereRef('a.id', '=', 'c.articleId')
            .whereRef('a.version', '=', 'c.version'),
        ),
      ),
    );
