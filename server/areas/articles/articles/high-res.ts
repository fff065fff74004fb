import { requestHighRes as request, type HighRes } from './rendition.ts';
import type { HighResFormat } from '../../../storage/files.ts';
import { callerOf, type Actor } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { requireFeature } from '../../../kernel/features.ts';
import { countAgainstRate, declareRate } from '../../../kernel/rate-limit.ts';
import { requireWriter } from '../../access/identity/policy.ts';
import { accessArticle } from './article.ts';
import { policy } from './policy.ts';
import { articleMessages } from './messages.ts';
import { noticeOf } from '../../../lib/declare-messages.ts';

export type { HighRes };

/** Files that one caller has made: each takes a processor for minutes. */
const begun = declareRate('High-resolution files', 'a caller', { burst: 60, everyMs: 10_000 });

/**
 * Starts rendering a high-resolution file of what an article plays now, or returns how far it is. Programs
 * that only read get a file that is ready and start nothing.
 * @throws NotSignedInError, NotFoundError; NotAllowedError without the feature download-highres, and for a
 * program that only reads where no file is ready; LimitReachedError
 */
export async function requestHighRes(
  app: App,
  actor: Actor,
  id: number,
  format: HighResFormat = 'mp3',
): Promise<HighRes> {
  const article = await accessArticle(app.db.sql, actor, id, policy.requestHighRes);
  requireFeature(article.project, 'download-highres');
  const found = await request(app, id, format, async () => {
    requireWriter(actor);
    await countAgainstRate(app, begun, callerOf(actor, ''), articleMessages.TOO_MANY_FILES_REQUESTED());
  });
  if (found) return found;
  requireWriter(actor);
  const withoutAudio = articleMessages.ARTICLE_WITHOUT_AUDIO();
  const hopeless =
    article.status === 'errored' || article.status === 'rejected' || article.status === 'limit_reached';
  return {
    status: hopeless ? 'failed' : 'processing',
    progress: 0,
    url: null,
    error: hopeless ? (article.error ?? withoutAudio.message) : null,
    errorNotices: !hopeless ? null : article.error === null ? [noticeOf(withoutAudio)] : article.errorNotices,
  };
}
