import type { FastifyInstance, FastifyReply } from 'fastify';
import { publicAudio, type PublicAudio } from '../areas/people/studio/public-page.ts';
import { escape, htmlParagraphs } from '../feeds/markup-writer.ts';
import { htmlDocument } from '../feeds/html-document.ts';
import { isPageLanguage, pageTexts } from '../feeds/page-texts.ts';
import { shareTags } from '../feeds/share-tags.ts';
import type { App } from '../kernel/app.ts';
import { product } from '../product.ts';
import { languagesOf } from './reader-languages.ts';

/** Size of the player's frame in pixels. */
const frame = { width: 640, height: 180 } as const;

const style = `
:root { color-scheme: light dark; --ground: light-dark(#fbfaf7, #15161c); --card: light-dark(#fff, #1e2029); --line: light-dark(#e4e1d8, #333643);
  --ink: light-dark(#1d1d22, #ecebf0); --soft: light-dark(#5c5b66, #a9a8b6); --accent: light-dark(#4356c4, #9aa8ff) }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.7 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 42rem; margin: 0 auto; padding: clamp(1.5rem, 6vw, 4rem) 1.25rem }
h1 { font: 600 clamp(1.6rem, 5vw, 2.4rem)/1.2 ui-serif, Georgia, Cambria, "Times New Roman", serif; text-wrap: balance; margin: 0 0 1.5rem }
.player { background: #fff; border: 1px solid var(--line); border-radius: .9rem; padding: .75rem; color-scheme: light }
.notice { display: flex; gap: .6rem; align-items: baseline; color: var(--soft); font-size: .9rem; margin: .9rem 0 2rem }
.notice b { border: 1px solid var(--line); border-radius: 99rem; padding: .05rem .6rem; font-weight: 600; white-space: nowrap }
article p { margin: 0 0 1em }
.gone { padding: clamp(1rem, 8vh, 5rem) 0 0; max-width: 34rem } .gone svg { color: var(--soft); margin-bottom: 1rem } .gone .off { stroke: var(--accent) }
.gone h1 { margin-bottom: .75rem } .gone p { color: var(--soft); margin: 0 }
footer { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1rem; color: var(--soft); font-size: .85rem }
a { color: var(--accent) } a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  'img-src * data:',
  'media-src *',
  'connect-src *',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Serves `GET /listen/{key}`: a studio audio for anyone who has the link: the player, and the text. */
export function registerStudioPages(server: FastifyInstance, app: App): void {
  // Programs know the studio by this name; a browser is redirected to it.
  for (const name of ['/tts-lite', '/tts-lite/']) server.get(name, (_, reply) => reply.redirect('/studio'));

  const page = (reply: FastifyReply, language: string, title: string, head: string, body: string) =>
    reply
      .headers({
        'content-security-policy': policy,
        // The link is a secret that users share: it must not leak as a referrer.
        'referrer-policy': 'no-referrer',
        'cache-control': 'private, max-age=0, must-revalidate',
      })
      .type('text/html; charset=utf-8')
      .send(
        htmlDocument({
          language,
          title,
          head: `<meta name="robots" content="noindex">\n<style>${style}</style>\n${head}`,
          body: `<main>\n${body}\n</main>`,
        }),
      );

  server.get<{ Params: { key: string } }>('/listen/:key', async ({ params: { key }, headers }, reply) => {
    const audio = await publicAudio(app, key);
    if (!audio) {
      const w = pageTexts(languagesOf(headers).find(isPageLanguage)!);
      reply.code(404).headers({ vary: 'accept-language, cookie', 'x-robots-tag': 'noindex' });
      return page(reply, w.language, `${w.gone} · ${product.name}`, '', goneOf(w));
    }
    const w = pageTexts(audio.language);
    return page(reply, audio.language, audio.title, headOf(app, key, audio), bodyOf(app, audio, w));
  });
}

function headOf({ config }: App, key: string, { title, channel, articleId, file }: PublicAudio): string {
  const url = `${config.publicUrl}/listen/${key}`;
  const oembed = (format: string): string =>
    escape(`${config.publicUrl}/oembed?${new URLSearchParams({ format, url })}`);
  return [
    `<link rel="alternate" type="application/json+oembed" href="${oembed('json')}" title="${escape(title)}">`,
    `<link rel="alternate" type="text/xml+oembed" href="${oembed('xml')}" title="${escape(title)}">`,
    shareTags({
      title,
      description: title,
      site: product.name,
      url,
      image: null,
      audio: file && `${config.publicUrl}/download/audio/${file}.mp3`,
      player: { url: `${config.publicUrl}/player/${channel}/frame?article=${articleId}`, ...frame },
    }),
  ].join('\n');
}

const goneOf = (w: ReturnType<typeof pageTexts>): string => `<div class="gone">
<svg viewBox="0 0 64 64" width="64" height="64" aria-hidden="true"><g fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round">
<path d="M10 27v10M19 21v22M28 25v14M37 15v34M46 23v18M55 28v8"/><path class="off" d="M8 56 56 8"/></g></svg>
<h1>${escape(w.gone)}</h1>
<p>${escape(w.goneMeaning)}</p>
</div>
<footer>${escape(product.name)}</footer>`;

function bodyOf(
  { config }: App,
  { title, text, channel, articleId, file }: PublicAudio,
  w: ReturnType<typeof pageTexts>,
): string {
  const sound = file === null ? '' : `${config.publicUrl}/download/audio/${file}.mp3`;
  return `<h1>${escape(title)}</h1>
<div class="player"><div class="parlance-player" data-channel="${escape(channel)}" data-article="${articleId}"></div></div>
<script async src="/player/loader.js"></script>
${sound && `<noscript><audio controls preload="none" src="${escape(sound)}"></audio></noscript>`}
<p class="notice" lang="${w.language}"><b>${escape(w.synthetic)}</b> ${escape(w.audioNotice)}</p>
<article>
${htmlParagraphs(text)}
</article>
<footer>${escape(product.name)}</footer>`;
}
