/**
 * Sends the page events of a player to the publisher's own analytics, with consent: to Google Analytics 4 or
 * Tag Manager, and to Matomo. Without consent nothing is sent, whatever else the page measures.
 */
import type { PlayerElement } from './audio-element.ts';
import type { PageEventDetail, PageEventType } from './page-event-types.ts';
import type { EndService, ServiceContext } from './player-services.ts';

interface AnalyticsPage {
  gtag?: (command: 'event', name: string, parameters: object) => void;
  dataLayer?: object[];
  _paq?: { push(command: unknown[]): void };
}

/** Events that wait for an answer about consent, at most. */
const waitingMost = 50;

export function startAnalytics({ store, element, page, config, guard }: ServiceContext): EndService {
  const { features = [] } = config.channel;
  const analytics = page as unknown as AnalyticsPage;
  let waiting: (() => void)[] = [];

  const toGoogle = (type: PageEventType, detail: PageEventDetail): void => {
    const { article, channel, seconds, duration, percent, ad, reason } = detail;
    const name = `parlance_${type}`;
    const parameters = {
      channel,
      article_id: article.id,
      ...(article.externalId && { article_external_id: article.externalId }),
      article_title: article.title,
      ...(article.url && { article_url: article.url }),
      seconds: Math.round(seconds),
      duration: Math.round(duration),
      ...(percent && { percent }),
      ...(type === 'ad' && { ad_title: ad?.title ?? '', ad_state: ad ? 'start' : 'end' }),
      ...(reason && { reason }),
    };
    if (typeof analytics.gtag === 'function') analytics.gtag('event', name, parameters);
    else (analytics.dataLayer ??= []).push({ event: name, ...parameters });
  };
  const toMatomo = (type: PageEventType, { article, seconds, percent }: PageEventDetail): void => {
    const action = percent ? `${type} ${percent} %` : type;
    const queue = (analytics._paq ??= [] as unknown[][]);
    queue.push(['trackEvent', 'Parlance', action, article.title, Math.round(seconds)]);
  };
  (element as PlayerElement).forward = guard((type: PageEventType, detail: PageEventDetail) => {
    const send = (): void => {
      if (features.includes('googleAnalytics')) guard(toGoogle)(type, detail);
      if (features.includes('matomo')) guard(toMatomo)(type, detail);
    };
    if (store.state.consent) send();
    else if (store.state.consent === null && waiting.length < waitingMost) waiting.push(send);
  });
  const stop = store.on('change', ({ state: { consent } }) => {
    if (consent === null || !waiting.length) return;
    const sends = waiting;
    waiting = [];
    if (consent) for (const send of sends) send();
  });
  return () => {
    stop();
    (element as PlayerElement).forward = undefined;
  };
}
