import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { App } from '../kernel/app.ts';
import { LimitReachedError } from '../kernel/errors.ts';
import { countAgainstNetworkRate, declareNetworkRate } from '../kernel/rate-limit.ts';
import { projectNamed, serveAd, type ServedAd } from '../areas/library/ads/campaigns.ts';
import { isProgram } from '../areas/listening/listening/bots.ts';
import { dayOf } from '../areas/listening/listening/partitions.ts';
import { readableByOrigin } from '../lib/requests/public-cors.ts';
import { httpMessages } from './messages.ts';

/** Rate limit of ads per network: endless requests would use up a paid campaign. */
const adRate = declareNetworkRate('Ads', 'a network', { burst: 60, everyMs: 10_000 });

/**
 * Serves `GET /ads/{project id or channel slug}/vast`: the ad that the player plays next, as VAST 4.1, which
 * counts as a view. Without an ad, for a program, or beyond the network's rate limit, it is an empty VAST,
 * after which players continue with the article.
 */
export function registerVast(server: FastifyInstance, app: App): void {
  server.get<{ Params: { name: string } }>('/ads/:name/vast', async (request, reply) => {
    const { origin } = request.headers;
    reply
      .headers({ 'cache-control': 'no-store', vary: 'origin', ...readableByOrigin(origin) })
      .type('application/xml; charset=utf-8');
    const isListener = !isProgram(request.headers['user-agent']) && (await isWithin(app, request.ip));
    const projectId = isListener ? await projectNamed(app, request.params.name) : null;
    return vast(app, projectId === null ? null : await serveAd(app, projectId, dayOf(Date.now())));
  });
}

async function isWithin(app: App, address: string): Promise<boolean> {
  try {
    await countAgainstNetworkRate(app, adRate, address, httpMessages.TOO_MANY_ADS());
    return true;
  } catch (error) {
    if (error instanceof LimitReachedError) return false;
    throw error;
  }
}

/** IAB VAST 4.1; audio as its section 3.4.1 has it. */
function vast({ config: { publicUrl } }: App, ad: ServedAd | null): string {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!ad) return `${head}<VAST version="4.1" xmlns="http://www.iab.com/VAST"/>\n`;
  const slug = escaped(ad.slug);
  return `${head}<VAST version="4.1" xmlns="http://www.iab.com/VAST">
  <Ad id="${slug}" adType="audio">
    <InLine>
      <AdSystem>Parlance</AdSystem>
      <Impression><![CDATA[]]></Impression>
      <AdServingId>${randomUUID()}</AdServingId>
      <AdTitle>${escaped(ad.title)}</AdTitle>
      <Creatives>
        <Creative id="${slug}" adId="${slug}">
          <UniversalAdId idRegistry="unknown">${slug}</UniversalAdId>
          <Linear>
            <Duration>${clock(ad.durationMs)}</Duration>
            <MediaFiles>
              <MediaFile delivery="progressive" type="audio/mpeg" width="0" height="0" bitrate="128"><![CDATA[${publicUrl}/download/audio/${ad.file}.mp3]]></MediaFile>
            </MediaFiles>
          </Linear>
        </Creative>
      </Creatives>
    </InLine>
  </Ad>
</VAST>
`;
}

const entities: Record<string, string> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
};
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ufffd]/g, ' ')
    .replace(/[<>&"']/g, (sign) => entities[sign]!);

/** `00:00:15.250` */
const clock = (ms: number): string => new Date(Math.round(ms)).toISOString().slice(11, 23);
