import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '../kernel/app.ts';
import {
  unsubscribeFromReports,
  subscriptionOf,
} from '../areas/projects/report-mails/report-subscription.ts';
import { element, escape } from '../feeds/markup-writer.ts';
import { htmlDocument } from '../feeds/html-document.ts';
import { mailLanguage, mailWordsIn, type MailLanguage } from '../mail/mail-words.ts';
import { product } from '../product.ts';

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:12vh auto;padding:0 20px}' +
  'h1{font:600 28px/1.2 Georgia,serif}' +
  'button{font:inherit;font-weight:600;padding:10px 18px;border:0;border-radius:8px;background:#0b5f73;color:#fff;cursor:pointer}';

/** A page without scripts, and in no frame. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Serves `/unsubscribe/{token}`. Opening it only asks for confirmation, because mail scanners open links.
 * Posting to it ends the reports at once (RFC 8058), without cookies, and is repeatable. The page needs no
 * script and uses the language of the email. Other kinds of emails end by unsubscribe.ts, per address and
 * without a trace in any project.
 */
export function registerReportUnsubscribe(server: FastifyInstance, app: App): void {
  // A named parameter would be limited to 100 characters.
  server.get<{ Params: { '*': string } }>('/unsubscribe/*', async (request, reply) => {
    const subscription = subscriptionOf(app, request.params['*']);
    if (!subscription) return unknown(reply);
    const { report: w } = mailWordsIn(subscription.language);
    return page(reply, subscription.language, w.endTitle, [
      element('p', w.endAsk({ address: subscription.address })),
      `<form method="post"><button name="List-Unsubscribe" value="One-Click">${escape(w.endButton)}</button></form>`,
    ]);
  });

  server.post<{ Params: { '*': string } }>('/unsubscribe/*', async (request, reply) => {
    const subscription = subscriptionOf(app, request.params['*']);
    if (!subscription) return unknown(reply);
    await unsubscribeFromReports(app, subscription);
    const { report: w } = mailWordsIn(subscription.language);
    return page(reply, subscription.language, w.endTitle, [
      element('p', w.ended({ address: subscription.address })),
    ]);
  });
}

function unknown(reply: FastifyReply): FastifyReply {
  const language = mailLanguage(reply.request.headers['accept-language']);
  const { report: w } = mailWordsIn(language);
  return page(reply.code(404), language, w.endTitle, [element('p', w.endVoid)]);
}

const page = (reply: FastifyReply, language: MailLanguage, title: string, body: string[]): FastifyReply =>
  reply
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(
      htmlDocument({
        language,
        title: `${title} · ${product.name}`,
        head: `<meta name="color-scheme" content="light dark"><style>${style}</style>`,
        body: [element('h1', title), ...body].join('\n'),
      }),
    );
