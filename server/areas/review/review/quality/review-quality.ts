import type { SourceType } from '../../../../../prisma/generated/client/enums.ts';
import type { Actor } from '../../../../kernel/actor.ts';
import type { App } from '../../../../kernel/app.ts';
import { NotAllowedError, ValidationError } from '../../../../kernel/errors.ts';
import { zonesOf } from '../../../listening/listening/project-zones.ts';
import { accessProject } from '../../../access/project-access/access.ts';
import { reviewMessages } from '../messages.ts';
import { mayReview } from '../policy.ts';
import { correctedWords, type CorrectedWord } from './word-corrections.ts';
import { rateGroups, type RatedGroup } from './rating-groups.ts';

/** A group as it is shown. */
export interface NamedGroup extends RatedGroup {
  /** What people call it; null: it is no more, or a source without an address. */
  name: string | null;
  /** Of a source that is there. */
  sourceType: SourceType | null;
}

/** Summary of the reviews of a project over some weeks. */
export interface ReviewQuality extends Omit<RatedGroup, 'kind' | 'key'> {
  /** In which weeks begin. */
  zone: string;
  /** By kind; of each those first that have most reviews. */
  groups: NamedGroup[];
  corrected: CorrectedWord[];
}

export const weeksDefault = 12;
export const weeksMax = 53;

/**
 * What reviews say of a project's articles over the last weeks, for callers who may review.
 * @throws NotSignedInError, NotFoundError, NotAllowedError, ValidationError on `weeks`
 */
export async function readReviewQuality(
  app: App,
  actor: Actor,
  { projectId, weeks = weeksDefault }: { projectId: number; weeks?: number | undefined },
): Promise<ReviewQuality> {
  if (!mayReview(await accessProject(app.db.sql, actor, projectId, 'read'))) throw new NotAllowedError();
  if (!(weeks >= 1 && weeks <= weeksMax))
    throw new ValidationError([
      { field: 'weeks', ...reviewMessages.REVIEW_WEEKS_OUT_OF_RANGE({ most: weeksMax }) },
    ]);
  return qualityOf(app, projectId, weeks);
}

/** The same for what has no caller: a report that is mailed. Whom it is for is the caller's to know. */
export async function qualityOf(app: App, projectId: number, weeks: number): Promise<ReviewQuality> {
  const { sql } = app.db;
  const zone = (await zonesOf(sql, [projectId])).get(projectId) ?? 'UTC';
  const [{ all, groups }, corrected] = await Promise.all([
    rateGroups(sql, { projectId, zone, weeks }),
    correctedWords(sql, { projectId, weeks }),
  ]);
  return { ...all, zone, groups: await named(app, groups), corrected };
}

async function named(app: App, groups: readonly RatedGroup[]): Promise<NamedGroup[]> {
  const ids = (of: RatedGroup['kind']) =>
    groups.flatMap(({ kind, key }) => (kind === of && key !== null ? [Number(key)] : []));
  const [sources, people] = await Promise.all([
    app.db.prisma.source.findMany({
      where: { id: { in: ids('source') } },
      select: { id: true, url: true, type: true },
    }),
    app.db.prisma.user.findMany({
      where: { id: { in: ids('reviewer') } },
      select: { id: true, fullname: true },
    }),
  ]);
  const providers = app.speech.providers.list();
  return groups.map((group) => {
    const { kind, key } = group;
    const source = kind === 'source' ? sources.find(({ id }) => String(id) === key) : undefined;
    const names = {
      voice: () => app.speech.findVoice(key!)?.label ?? key!.slice(key!.indexOf(':') + 1),
      provider: () => providers.find(({ id }) => id === key)?.title ?? key!,
      source: () => source?.url ?? null,
      reviewer: () => people.find(({ id }) => String(id) === key)?.fullname ?? null,
    };
    return { ...group, name: key === null ? null : names[kind](), sourceType: source?.type ?? null };
  });
}
