import type { Step } from '../article-run.ts';
import { transition } from '../states.ts';

/** Makes the version the one that is played. */
export const publish: Step = async ({ app, articleId, run }, { version }) => {
  await app.db.transaction((sql) =>
    transition(app, sql, 'finish', { articleId, run, fromStep: 'assembled', set: { audio: version!, attempts: 0, error: null, retryAt: null }, log: [{ action: 'ready' }] }),
  );
};
