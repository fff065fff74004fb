import type { FastifyInstance } from 'fastify';
import { escape } from '../feeds/markup-writer.ts';
import { htmlDocument } from '../feeds/html-document.ts';

/** Why no player appears and what to do, by the anchors that the player's messages link to. */
const reasons: Readonly<Record<string, readonly [title: string, remedy: string]>> = {
  'no-container': [
    'The page has no container',
    'Put the embed code of the channel into the page, at the place where the player is to appear. In a shadow tree use <parlance-player channel="…">.',
  ],
  'no-channel': [
    'The container names no channel',
    "Copy the embed code from the channel's page again: it has the attribute data-channel.",
  ],
  'unknown-channel': [
    'There is no such channel',
    "Compare data-channel with the embed code on the channel's page. The server must be the one on which the channel was made.",
  ],
  'deleted-channel': [
    'The channel was deleted',
    "Restore it in the dashboard, or use another channel's embed code.",
  ],
  'no-article': [
    'No article is known for the page',
    "Add the page's article to the project, or let the project find its own articles. The page's canonical link must be the article's URL. The channel list shows on which page the player last found nothing.",
  ],
  'no-audio': [
    'The article has no audio for everyone',
    'Open the article in the dashboard: generating its audio failed, or it is for subscribers and has no teaser.',
  ],
  'in-progress': [
    'The audio is being generated',
    'The player appears when it is ready. You need to do nothing.',
  ],
  'no-reader': [
    'The request did not come from a reader',
    'Bots, link previews and prerendered pages start no audio. Open the page in a browser.',
  ],
  unreachable: [
    'The server does not answer',
    "Check that the server is up and that the page's content security policy names it in script-src, connect-src, media-src and img-src.",
  ],
  'not-loaded': [
    "The player's files could not be loaded",
    "Include loader.js by a script element of its own, from the server. Don't copy it: a copy asks for files of an earlier release. Check script-src of the content security policy.",
  ],
  'old-browser': [
    'The browser is too old',
    'The player needs Chrome or Edge 110, Firefox 115, or Safari 16.4, or later. The rest of the page is not affected.',
  ],
};

/** `/player/help`: what the messages of the player in a page's console mean. */
export function registerPlayerHelp(server: FastifyInstance): void {
  const html = htmlDocument({
    language: 'en',
    title: 'Why does the player not appear?',
    body: [
      '<h1>Why does the player not appear?</h1>',
      ...Object.entries(reasons).map(
        ([id, [title, remedy]]) => `<h2 id="${id}">${escape(title)}</h2>\n<p>${escape(remedy)}</p>`,
      ),
    ].join('\n'),
  });
  server.get('/player/help', (_, reply) =>
    reply
      .headers({
        'cache-control': 'public, max-age=3600',
        'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
      })
      .type('text/html; charset=utf-8')
      .send(html),
  );
}
