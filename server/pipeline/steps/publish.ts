import type { Step } from '../article-run.ts';
import { transition } from '../../areas/articles/states.ts';
import { lateRules } from './apply-rules.ts';

/** Makes the version the one that is played, unless a rule wants it to wait for somebody or keeps it back. */
export const publish: Step = async ({ app, articleId, run }, article) => {
  await app.db.transaction(async (sql) => {
    const { end = 'finish', set, log } = await lateRules(sql, article, 'ready');
    const played = end === 'finish' ? { audio: article.version! } : {};
    await transition(app, sql, end, {
      articleId,
      run,
      fromStep: 'assembled',
      set: { ...played, attempts: 0, error: null, retryAt: null, ...set },
      log: [...log, ...(end === 'finish' ? [{ action: 'ready' as const }] : [])],
    });
  });
};
