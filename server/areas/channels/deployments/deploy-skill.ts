import { databaseTime } from '../../../lib/database/database-clock.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { persistMessages, noticesColumn, type PersistedMessage } from '../../../lib/persisted-message.ts';
import { amazonMessages } from '../../projects/amazon/messages.ts';
import { deploymentMessages } from './messages.ts';
import { isDeepStrictEqual } from 'node:util';
import type { DeploymentStatus, DeploymentStep } from '../../../../prisma/generated/client/enums.ts';
import type { App } from '../../../kernel/app.ts';
import type { JobContext, JobOutcome } from '../../../lib/database/queue.ts';
import { now } from '../../../lib/database/sql.ts';
import { AmazonError } from '../../projects/amazon/amazon-error.ts';
import { accessTokenOf } from '../../projects/amazon/linked-account.ts';
import {
  readManifest,
  readSkillStatus,
  updateManifest,
  updateModel,
  realTimeWait,
  type SkillStatus,
  type SmapiCaller,
  type UpdateStatus,
  type Wait,
} from '../../projects/amazon/smapi.ts';
import { ensureSkill, forgetSkill, type DeployedSkill, type SkillPlace } from './skill-record.ts';
import { deploymentEvent } from './events.ts';
import { interactionModel } from './interaction-model.ts';
import { deploymentJob } from './jobs.ts';
import { localeName, locales } from './skill-locales.ts';
import { mergedManifest, skillManifest, storeName } from './skill-manifest.ts';
import { skillUrl } from './skill-url.ts';

/** First and maximum interval between polls of Amazon, milliseconds. */
const pollMs = { first: 1_000, most: 15_000 } as const;
/** Milliseconds that a deployment may take, with all that Amazon puts off. */
const longestMs = 3_600_000;
/** Seconds after which it is tried again when Amazon has a problem. */
const againSeconds = 30;
/** Maximum attempts after conflicts with concurrent changes. */
const conflictsMax = 6;

/** What cannot succeed as things are; the message is for an editor. */
class DeploymentError extends Error {
  override name = 'DeploymentError';
  readonly kept: PersistedMessage;

  constructor(...told: Message[]) {
    const kept = persistMessages(told);
    super(kept.text);
    this.kept = kept;
  }
}

/** A deployment under way, and what it works with. */
interface Run {
  app: App;
  id: number;
  projectId: number;
  place: SkillPlace;
  name: string;
  manifest: ReturnType<typeof skillManifest>;
  caller: SmapiCaller;
}

/**
 * Publishes a channel as an Alexa skill: manifest, interaction models, and Amazon's result for each. If it is
 * killed at any instant, the next execution resumes from the last recorded step; repeated steps are
 * idempotent and never create a second skill.
 * @param wait tests use another clock
 */
export async function deploySkill(
  app: App,
  { deploymentId }: { deploymentId: number },
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
  wait: Wait = realTimeWait,
): Promise<JobOutcome> {
  const found = await app.db.prisma.deployment.findFirst({
    where: { id: deploymentId, status: 'starting' },
    include: {
      channel: { include: { project: { include: { organization: { include: { amazonAccount: true } } } } } },
    },
  });
  if (!found) return 'skipped';
  const { channel } = found;
  const end = (status: DeploymentStatus, description: PersistedMessage) =>
    record(app, deploymentId, channel.projectId, {
      status,
      description,
      ...(status === 'finished' && { step: 'done' as const }),
    });
  try {
    if (databaseTime().getTime() - found.createdAt.getTime() > longestMs)
      throw new DeploymentError(deploymentMessages.DEPLOYMENT_TOO_SLOW());
    if (channel.deletedAt || channel.project.deletedAt)
      throw new DeploymentError(deploymentMessages.DEPLOYMENT_CHANNEL_DELETED());
    const { organization } = channel.project;
    const account = organization?.amazonAccount;
    if (!account) throw new DeploymentError(amazonMessages.AMAZON_NOT_CONNECTED());
    const settings = channel.settings as { name?: string; category?: string };
    const name = settings.name?.trim() || channel.project.name;
    const run: Run = {
      app,
      id: deploymentId,
      projectId: channel.projectId,
      place: { channelId: channel.id, vendorId: account.vendorId },
      name,
      manifest: skillManifest({
        name,
        category: settings.category || 'NEWS',
        url: skillUrl(app, channel.slug),
        publisher: channel.project.name,
      }),
      caller: { app, accessToken: (refused) => accessTokenOf(app, organization.id, refused), signal, wait },
    };
    checkFacts(run);
    const skillId = await deployManifest(run, found.step);
    await deployModels(run, skillId);
    await end('finished', persistMessages([deploymentMessages.DEPLOYMENT_FINISHED()]));
    return 'done';
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof DeploymentError) return end('failed', error.kept);
    if (!(error instanceof AmazonError)) throw error;
    log.warn({ err: error, said: error.said }, 'skill deployment step failed');
    if (error.problem !== 'throttled' && error.problem !== 'unavailable' && error.problem !== 'conflict')
      return end('failed', persistMessages(error.says));
    // It passes; asked again until the deployment has taken too long.
    await record(app, deploymentId, channel.projectId, {
      description: persistMessages([...error.says, deploymentMessages.DEPLOYMENT_TRIED_AGAIN()]),
    });
    const startAfter = new Date(
      databaseTime().getTime() + Math.max(error.retryAfterMs ?? 0, againSeconds * 1000),
    );
    await app.queue.send(app.db.sql, deploymentJob, { deploymentId }, { startAfter });
    return 'done';
  }
}

/** @throws DeploymentError with our own message for input that Amazon would refuse */
function checkFacts({ name, manifest }: Run): void {
  if (!manifest.apis.custom.endpoint.uri.startsWith('https:'))
    throw new DeploymentError(deploymentMessages.DEPLOYMENT_WITHOUT_HTTPS());
  // The store wants two characters, and Alexa words that it can hear.
  if ([...storeName(name)].length < 2 || locales.some((locale) => interactionModel(name, locale) === null))
    throw new DeploymentError(deploymentMessages.DEPLOYMENT_NAME_WITHOUT_WORDS());
}

/**
 * Creates the skill or changes its manifest, and waits until Amazon has accepted that. @returns the skill's
 * id
 */
async function deployManifest(run: Run, step: DeploymentStep): Promise<string> {
  const { app, caller, place, manifest } = run;
  await tell(run, { description: persistMessages([deploymentMessages.DEPLOYMENT_RECEIVING_SKILL()]) });
  let skill = await ensureSkill(app, caller, place, manifest);
  if (step === 'models') return skill.skillId;
  for (let attempt = 1; ; attempt++) {
    try {
      if (!skill.fresh) await sendManifest(run, skill);
      await tell(run, {
        step: 'manifest',
        description: persistMessages([deploymentMessages.DEPLOYMENT_CHECKING_SKILL()]),
      });
      await untilDone(run, skill.skillId, ({ manifest: status }) => [[null, status]]);
      await tell(run, { step: 'models' });
      return skill.skillId;
    } catch (error) {
      if (!(error instanceof AmazonError) || error.problem !== 'missing' || attempt > 2) throw error;
      // The skill was deleted at Amazon, unless a new one has not propagated everywhere yet.
      if (await isThere(run, skill)) continue;
      await forgetSkill(app, place, skill.skillId);
      skill = await ensureSkill(app, caller, place, manifest);
    }
  }
}

/** Whether Amazon knows of a skill after all. */
async function isThere({ caller }: Run, { skillId }: DeployedSkill): Promise<boolean> {
  for (let look = 1; look <= 3; look++) {
    await caller.wait(pollMs.most, caller.signal);
    try {
      await readSkillStatus(caller, skillId);
      return true;
    } catch (error) {
      if (!(error instanceof AmazonError) || error.problem !== 'missing') throw error;
    }
  }
  return false;
}

async function sendManifest(run: Run, { skillId }: DeployedSkill): Promise<void> {
  const { caller, manifest } = run;
  // One that was just created can be read when Amazon has checked it.
  while ((await readSkillStatus(caller, skillId)).manifest?.status === 'IN_PROGRESS')
    await caller.wait(pollMs.first, caller.signal);
  await despiteConflicts(run, async () => {
    const present = await readManifest(caller, skillId);
    const wanted = mergedManifest(present.manifest, manifest);
    if (!isDeepStrictEqual(wanted, present.manifest))
      await updateManifest(caller, skillId, wanted, present.etag);
  });
}

async function deployModels(run: Run, skillId: string): Promise<void> {
  for (const [index, locale] of locales.entries()) {
    const told = deploymentMessages.DEPLOYMENT_RECEIVING_LANGUAGES({
      language: index + 1,
      languages: locales.length,
    });
    await tell(run, { description: persistMessages([told]) });
    await despiteConflicts(run, () =>
      updateModel(run.caller, skillId, locale, interactionModel(run.name, locale)!),
    );
  }
  await tell(run, { description: persistMessages([deploymentMessages.DEPLOYMENT_BUILDING_LANGUAGES()]) });
  await untilDone(run, skillId, ({ models }) =>
    locales.map((locale) => [localeName(locale), models[locale] ?? null]),
  );
}

/** Does what Amazon refuses while something else is being changed. */
async function despiteConflicts({ caller }: Run, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AmazonError) || error.problem !== 'conflict' || attempt === conflictsMax)
        throw error;
      await caller.wait(Math.min(pollMs.first * 2 ** attempt, pollMs.most), caller.signal);
    }
  }
}

/**
 * Waits until Amazon has accepted all parts.
 * @param parts with the language of each, null of the skill itself; without a status Amazon does not know of
 * it yet
 * @throws DeploymentError for what it did not accept
 */
async function untilDone(
  { app, id, caller }: Run,
  skillId: string,
  parts: (status: SkillStatus) => [language: string | null, UpdateStatus | null][],
): Promise<void> {
  for (let waitMs: number = pollMs.first; ; waitMs = Math.min(waitMs * 2, pollMs.most)) {
    const found = parts(await readSkillStatus(caller, skillId));
    const failed = found.filter(([, status]) => status?.status === 'FAILED');
    if (failed.length > 0)
      throw new DeploymentError(
        ...failed.map(([language, status]) => {
          const said = saidOf(status!);
          return language === null
            ? deploymentMessages.DEPLOYMENT_SKILL_NOT_ACCEPTED({ said })
            : deploymentMessages.DEPLOYMENT_LANGUAGE_NOT_ACCEPTED({ language, said });
        }),
      );
    if (found.every(([, status]) => status?.status === 'SUCCEEDED')) return;
    const { createdAt } = await app.db.prisma.deployment.findUniqueOrThrow({
      where: { id },
      select: { createdAt: true },
    });
    if (databaseTime().getTime() - createdAt.getTime() > longestMs)
      throw new DeploymentError(deploymentMessages.DEPLOYMENT_TOO_SLOW());
    await caller.wait(waitMs, caller.signal);
  }
}

const saidOf = ({ errors }: UpdateStatus): string =>
  errors?.map(({ message }) => message).join(' ') || 'no reason';

interface Progress {
  status?: DeploymentStatus;
  step?: DeploymentStep;
  description?: PersistedMessage;
}

const tell = ({ app, id, projectId }: Run, progress: Progress): Promise<JobOutcome> =>
  record(app, id, projectId, progress);

/** Records how far it is, and tells of it; an ended deployment stays as it is. */
function record(app: App, deploymentId: number, projectId: number, progress: Progress): Promise<JobOutcome> {
  const { description, ...columns } = progress;
  return app.db.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('Deployment')
      .set({
        ...columns,
        ...(description && { description: description.text, descriptionNotices: noticesColumn(description) }),
        modifiedAt: now(),
      })
      .where('id', '=', deploymentId)
      .where('status', '=', 'starting')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return 'skipped';
    const ended = progress.status !== undefined && progress.status !== 'starting';
    // A step alone is nothing to see.
    if (progress.description !== undefined)
      await app.pubsub.publish(tx, deploymentEvent, { deploymentId, projectId, ended });
    return 'done';
  });
}
