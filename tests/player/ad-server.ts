import type { Handler } from '../support/site.ts';
import type { Stage, Tone } from './publisher-pages.ts';
import { bodyOf } from './told-events.ts';

/** All tracking requests of an advertiser, in order: paths below `/track/`. */
export interface AdServer {
  tracked: string[];
  /** Reports of the player: `/enhance/uc` and `/enhance/done`. */
  reports: {
    kind: 'uc' | 'done';
    status: string;
    provider: string;
    id: string;
    seconds?: number;
    unit?: string;
    error?: number;
  }[];
  /** Number of requests by tag. */
  asked: Map<string, number>;
  /** Puts a document at a tag. @returns its address */
  tag(name: string, body: string, options?: { status?: number; type?: string; afterMs?: number }): string;
  inline(options?: InlineOptions): string;
  wrapper(name: string, next: string, attributes?: string): string;
}

interface InlineOptions {
  tone?: Tone;
  seconds?: number;
  file?: string;
  type?: string;
  skip?: string;
  duration?: string;
  id?: string;
}

const events = [
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'pause',
  'resume',
  'mute',
  'unmute',
  'skip',
  'close',
];

export const vast = (ads: string, version = '4.1'): string =>
  `<?xml version="1.0" encoding="UTF-8"?><VAST version="${version}">${ads}</VAST>`;

export function serveAds(stage: Stage): AdServer {
  const { service } = stage;
  const track = (path: string): string => {
    service.set(`/track/${path}`, (_, response) => {
      server.tracked.push(path);
      response.writeHead(200, { 'content-type': 'image/gif', 'access-control-allow-origin': '*' }).end();
    });
    return `<![CDATA[${service.url}/track/${path}]]>`;
  };
  const errors = (name: string): string => {
    // Each code has a separate URL.
    for (const code of [100, 101, 102, 202, 300, 301, 302, 303, 401, 402, 403, 405])
      track(`${name}-error-${code}`);
    return `<Error><![CDATA[${service.url}/track/${name}-error-[ERRORCODE]]]></Error>`;
  };
  const server: AdServer = {
    tracked: [],
    reports: [],
    asked: new Map(),
    tag(name, body, { status = 200, type = 'application/xml', afterMs = 0 } = {}) {
      service.set(`/tag/${name}`, (_, response) => {
        server.asked.set(name, (server.asked.get(name) ?? 0) + 1);
        setTimeout(() => {
          if (response.destroyed) return;
          response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
        }, afterMs);
      });
      return `${service.url}/tag/${name}`;
    },
    inline({
      tone = 'next',
      seconds = 4,
      file = stage.sound(tone, seconds),
      type = 'audio/wav',
      skip,
      duration = '00:00:04',
      id = 'ad-1',
    } = {}) {
      return vast(`<Ad id="${id}" adType="audio"><InLine><AdSystem>Test</AdSystem><AdTitle>Shoes</AdTitle><Impression>${track('impression')}</Impression>
        ${errors('ad')}<Creatives><Creative><Linear${skip ? ` skipoffset="${skip}"` : ''}><Duration>${duration}</Duration>
        <TrackingEvents>${events.map((event) => `<Tracking event="${event}">${track(event)}</Tracking>`).join('')}
        <Tracking event="progress" offset="00:00:01">${track('one-second')}</Tracking></TrackingEvents>
        <VideoClicks><ClickThrough><![CDATA[${stage.publisher.url}/shop]]></ClickThrough><ClickTracking>${track('click')}</ClickTracking></VideoClicks>
        <MediaFiles><MediaFile delivery="progressive" type="${type}"><![CDATA[${file}]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad>`);
    },
    wrapper: (name, next, attributes = '') =>
      vast(
        `<Ad id="${name}"><Wrapper ${attributes}><AdSystem>Test</AdSystem><VASTAdTagURI><![CDATA[${next}]]></VASTAdTagURI>
        <Impression>${track(`${name}-impression`)}</Impression>${errors(name)}</Wrapper></Ad>`,
        '3.0',
      ),
  };
  for (const kind of ['uc', 'done'] as const) service.set(`/enhance/${kind}`, report(kind));
  function report(kind: 'uc' | 'done'): Handler {
    return async (request, response) => {
      server.reports.push({
        kind,
        ...(JSON.parse(await bodyOf(request)) as Omit<AdServer['reports'][number], 'kind'>),
      });
      response
        .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
        .end('{}');
    };
  }
  return server;
}
