import { recrawl } from '../areas/articles/recrawl.ts';
import { pollDueSource } from '../areas/sources/poll.ts';
import type { Handlers } from '../kernel/jobs.ts';
import type { JobOutcome } from '../lib/queue.ts';
import type { Tools } from './article-run.ts';
import { cleanUp } from './cleanup.ts';
import type { jobs } from './jobs.ts';
import { makeTeasers } from './make-teasers.ts';
import { renderHighRes } from './render-high-res.ts';
import { sweep } from './sweep.ts';
import { voiceArticle } from './voice-article.ts';

/** What does each job. */
export function handlersFor(tools: Tools): Handlers<typeof jobs> {
  const { app } = tools;
  return {
    article: (payload, context) => voiceArticle(tools, payload, context),
    'article-recrawl': ({ articleId }) => recrawl(app, articleId),
    'article-high-res': (payload, context) => renderHighRes(app, payload, context),
    'project-teasers': (payload, context) => makeTeasers(tools, payload, context),
    'source-poll': ({ sourceId }) => pollDueSource(app, sourceId),
    sweep: async (_, { log }) => tell(log, 'swept', await sweep(app)),
    cleanup: async (_, { log }) => tell(log, 'cleaned up', await cleanUp(app)),
  };
}

function tell(log: Tools['app']['log'], what: string, counts: object): JobOutcome {
  const any = Object.values(counts).some((count) => count > 0);
  if (any) log.info(counts, what);
  return any ? 'done' : 'skipped';
}
