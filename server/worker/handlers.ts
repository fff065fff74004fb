import { sendEmailChange } from '../areas/access/identity/email-change.ts';
import { sendPasswordReset } from '../areas/access/identity/password-reset.ts';
import { fillAddressKeys } from '../areas/articles/articles/addresses.ts';
import { releaseDue } from '../areas/articles/articles/schedule-embargo.ts';
import { recrawl } from '../areas/articles/articles/recrawl.ts';
import { prepareDays } from '../areas/listening/listening/partitions.ts';
import { coarsenListening } from '../areas/listening/listening/coarse-sums.ts';
import { sumListening } from '../areas/listening/listening/roll-up.ts';
import { forgetDownloaders } from '../areas/listening/podcast-downloads/count-downloads.ts';
import { deliverMail } from '../areas/access/mail/deliver-mail.ts';
import { requeueLostMails } from '../areas/access/mail/requeue-lost-mails.ts';
import { revoiceNextBatch } from '../areas/voice/dictionaries/revoicing.ts';
import { duplicateArticle } from '../areas/articles/duplicates/duplicate-article.ts';
import { deploySkill } from '../areas/channels/deployments/deploy-skill.ts';
import { remindOfTokens } from '../areas/access/organizations/partner-tokens.ts';
import { sendReports } from '../areas/projects/report-mails/send-reports.ts';
import { checkSpeech } from '../areas/review/review/speech-check/check-speech.ts';
import { renewDue } from '../areas/access/allowance/renew-due.ts';
import { comparePayments } from '../areas/people/premium/compare-payments.ts';
import { catchUpEvents, handleEvent } from '../areas/people/premium/stripe-events.ts';
import { syncCustomer } from '../areas/people/premium/sync-customer.ts';
import { refreshDuePlaylists } from '../areas/channels/playlists/refresh-playlist.ts';
import { pollDueSource } from '../areas/articles/sources/poll-source.ts';
import { findPendingPings, pingHub } from '../areas/library/websub/ping-hub.ts';
import { deliverWebhooks } from '../areas/projects/webhooks/deliver-webhooks.ts';
import { eachItem, expectAllDone } from '../kernel/each-item.ts';
import { resealRecords } from '../areas/projects/sealed-records/reseal-records.ts';
import type { Handlers } from '../kernel/jobs.ts';
import type { JobOutcome } from '../lib/database/queue.ts';
import type { Tools } from '../pipeline/article-run.ts';
import { cleanUp } from '../pipeline/cleanup.ts';
import { joinAudio } from '../pipeline/join-audio.ts';
import type { jobs } from '../jobs.ts';
import { makeTeasers } from '../pipeline/make-teasers.ts';
import { publishDue, publishProject } from '../pipeline/publish-project.ts';
import { renderHighRes } from '../pipeline/render-high-res.ts';
import { sweep } from '../pipeline/sweep.ts';
import { voiceArticle } from '../pipeline/voice-article.ts';
import { backUpWhenDue } from './back-up-when-due.ts';

/** What does each job. */
export function handlersFor(tools: Tools): Handlers<typeof jobs> {
  const { app } = tools;
  return {
    article: (payload, context) => voiceArticle(tools, payload, context),
    'article-recrawl': ({ articleId }) => recrawl(app, articleId),
    'article-open': async (_, { log, signal }) =>
      tell(log, 'scheduled articles published', { articles: await releaseDue(app, signal) }),
    'article-high-res': (payload, context) => renderHighRes(app, payload, context),
    'article-duplicates': (payload, context) => duplicateArticle(app, payload, context),
    'article-addresses': async (_, { log, signal }) =>
      tell(log, 'article addresses indexed', { articles: await fillAddressKeys(app, signal) }),
    'dictionary-resound': async (_, { log, signal }) =>
      tell(log, 'articles queued for regeneration', { articles: await revoiceNextBatch(app, signal) }),
    'password-reset': (payload) => sendPasswordReset(app, payload),
    'email-change': (payload) => sendEmailChange(app, payload),
    'token-expiry': async (_, { log, signal }) =>
      tell(log, 'emails about expiring tokens queued', { tokens: await remindOfTokens(app, signal) }),
    'join-audio': (payload, context) => joinAudio(app, payload, context),
    'project-teasers': (payload, context) => makeTeasers(tools, payload, context),
    'project-publish': (payload, context) => publishProject(app, payload, context),
    'publish-due': () => publishDue(app),
    playlists: async (_, { log, signal }) =>
      tell(log, 'playlists refreshed', await refreshDuePlaylists(app, signal)),
    'speech-check': (payload, context) => checkSpeech(app, payload, context),
    'source-poll': ({ sourceId }) => pollDueSource(app, sourceId),
    listening: async (_, { log, signal }) => {
      const counts: Record<string, number> = {};
      const parts: Record<string, () => Promise<unknown>> = {
        days: () => prepareDays(app.db),
        downloaders: () => forgetDownloaders(app.db.sql),
        sums: async () => (counts['summed'] = (await sumListening(app)).summed),
        coarse: async () => Object.assign(counts, await coarsenListening(app, { signal })),
      };
      const items = Object.entries(parts);
      const key = ([name]: (typeof items)[number]): string => name;
      const outcome = await eachItem(app, {
        job: 'listening',
        items,
        key,
        work: ([, part]) => part(),
        signal,
      });
      const told = tell(log, 'player events added up', counts);
      expectAllDone(outcome);
      return told;
    },
    'report-mails': async (_, { log, signal }) =>
      tell(log, 'report emails queued', { reports: await sendReports(app, signal) }),
    'alexa-deployment': (payload, context) => deploySkill(app, payload, context),
    'ping-hub': ({ channelId }, { signal }) => pingHub(app, channelId, signal),
    'find-untold-hubs-of-project': async ({ projectId }, { log }) =>
      tell(log, 'hub notifications queued', { hubs: await findPendingPings(app, projectId) }),
    'find-untold-hubs': async (_, { log }) =>
      tell(log, 'hub notifications queued', { hubs: await findPendingPings(app) }),
    'deliver-webhooks': (_, { signal }) => deliverWebhooks(app, signal),
    'payment-event': (payload) => handleEvent(app, payload),
    'payment-customer': async ({ customerId }, { log }) =>
      tell(log, 'customer details differ from Stripe', {
        differences: (await syncCustomer(app, customerId)).length,
      }),
    'payment-events': async (_, { log }) =>
      tell(log, 'missed Stripe events stored', { events: await catchUpEvents(app) }),
    'payment-comparison': async (_, { log }) =>
      tell(log, 'payments compared', { differences: await comparePayments(app) }),
    'studio-allowances': async (_, { log, signal }) => {
      const { done, failed } = await renewDue(app, signal);
      return tell(log, 'studio allowances renewed', { studios: done, failed });
    },
    mail: ({ mailId }) => deliverMail(app, mailId),
    'mail-rescue': async (_, { log }) =>
      tell(log, 'emails queued again', { mails: await requeueLostMails(app) }),
    reseal: async (_, { log, signal }) =>
      tell(log, 'records resealed', { ...(await resealRecords(app, signal)) }),
    sweep: async (_, { log }) => tell(log, 'sweep finished', await sweep(app)),
    cleanup: async (_, { log }) => tell(log, 'cleanup finished', await cleanUp(app)),
    backup: (_, { log }) => backUpWhenDue(app, log),
  };
}

function tell(log: Tools['app']['log'], what: string, counts: object): JobOutcome {
  const any = Object.values(counts).some((count) => count > 0);
  if (any) log.info(counts, what);
  return any ? 'done' : 'skipped';
}
