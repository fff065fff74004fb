import type { Selectable } from 'kysely';
import type { Tables } from '../../../../prisma/generated/tables.ts';
import type { App } from '../../../kernel/app.ts';
import type { Message } from '../../../lib/declare-messages.ts';
import { isUnderEmbargo } from '../../library/publishing/embargo-condition.ts';
import { versionIn, type FeedProject, type Version } from './public-audio.ts';
import { publicationMessages as told } from './messages.ts';

/** Publication states of an article in a channel, each with its description. */
export const publicationStates = {
  published: 'The channel has it.',
  pending: 'Not included yet: it follows later.',
  not_included: 'The channel does not have it.',
} as const;
export type PublicationState = keyof typeof publicationStates;

/** Whether a channel has an article, and why, or why not. */
export interface Verdict {
  state: PublicationState;
  reason: Message;
  /** Whether only its teaser plays. */
  isTeaser?: boolean;
  /** Since when; absent: it is not known. */
  publishedAt?: Date;
}

export const publishedVerdict = (reason: Message, more: Partial<Verdict> = {}): Verdict => ({
  state: 'published',
  reason,
  ...more,
});
export const pendingVerdict = (reason: Message): Verdict => ({ state: 'pending', reason });
export const excludedVerdict = (reason: Message): Verdict => ({ state: 'not_included', reason });

type Columns = Selectable<Tables['Article']>;

/** What of an article and its project decides where it is. */
export interface Facts {
  article: Pick<Columns, 'id' | 'projectId' | 'url' | 'status' | 'holdReason' | 'publishAt' | 'addedAt'>;
  /** Whether it is under embargo. */
  isEmbargoed: boolean;
  /** What can be played of it; null: nothing. */
  version: Version | null;
  project: FeedProject & {
    cover: string | null;
    /** IANA name; of a private project UTC. */
    timezone: string;
  };
}

/** For callers who may read the article. Null: it is gone. */
export async function readFacts({ db }: Pick<App, 'db'>, articleId: number): Promise<Facts | null> {
  const row = await db.sql
    .selectFrom('Article as a')
    .innerJoin('Project as p', 'p.id', 'a.projectId')
    .leftJoin('Organization as o', 'o.id', 'p.organizationId')
    .leftJoin('Audio as u', 'u.version', 'a.audio')
    .select(['a.id', 'a.projectId', 'a.url', 'a.status', 'a.holdReason'])
    .select(['a.publishAt', 'a.addedAt'])
    .select(['u.version', 'u.durationMs', 'u.bytes', 'u.teaser', 'u.teaserMs', 'u.paywall as madeFor'])
    .select([
      'p.paywall',
      'p.paywallParagraphLimit',
      'p.paywallAudioSuffixEnabled',
      'p.paywallAudioSuffix',
      'p.securityEnabled',
      'p.cover',
      'o.timezone',
    ])
    .where('a.id', '=', articleId)
    .where('a.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    article: row,
    isEmbargoed: isUnderEmbargo(row),
    version: versionIn({ ...row, paywall: row.madeFor }),
    project: { ...row, timezone: row.timezone ?? 'UTC' },
  };
}

/** Returns why an article that a channel wants is not there: the state of its run, or its embargo. */
export function notReadyVerdict({ article: { status, holdReason }, isEmbargoed }: Facts): Verdict {
  if (status === 'errored') return excludedVerdict(told.PUBLICATION_FAILED());
  if (status === 'rejected') return excludedVerdict(told.PUBLICATION_REJECTED());
  // A person has to act.
  if (status === 'waiting' && holdReason === 'review') return pendingVerdict(told.PUBLICATION_REVIEW());
  if (status === 'waiting' && holdReason !== null) return pendingVerdict(told.PUBLICATION_HELD());
  if (isEmbargoed) return pendingVerdict(told.PUBLICATION_EMBARGOED());
  if (status === 'limit_reached') return pendingVerdict(told.PUBLICATION_DAILY_LIMIT());
  return status === 'ready'
    ? excludedVerdict(told.PUBLICATION_WITHOUT_AUDIO())
    : pendingVerdict(told.PUBLICATION_AUDIO_COMING());
}
