import type { FastifyInstance } from 'fastify';
import { escape } from '../feeds/markup-writer.ts';
import { htmlDocument } from '../feeds/html-document.ts';

/** Why no player appears and what to do, by the anchors that the player's messages link to. */
const reasons: Readonly<Record<string, readonly [title: string, remedy: string]>> = {
  'no-container': [
    'The page has no container',
    'Put the channel’s embed code in the page, where the player should appear. In a shadow tree, use <parlance-player channel="…">.',
  ],
  'no-channel': [
    'The container has no channel',
    'Copy the embed code from the channel’s page again. It includes the attribute data-channel.',
  ],
  'unknown-channel': [
    'There is no such channel',
    'Compare data-channel with the embed code on the channel’s page. The script must come from the server that has the channel.',
  ],
  'deleted-channel': [
    'The channel was deleted',
    "Restore it in the dashboard, or use another channel's embed code.",
  ],
  'no-article': [
    'The project has no article for the page',
    'Add the article to the project, or turn on “Add articles from the website automatically” in its settings. The page’s canonical link must be the article’s URL. The list of channels shows on which page the player last found no article.',
  ],
  'no-audio': [
    'The article has no audio for everyone',
    'Open the article in the dashboard: generating its audio failed, or it is for subscribers and has no teaser.',
  ],
  'in-progress': [
    'The audio is being generated',
    'The player appears when it is ready. There is nothing you need to do.',
  ],
  'no-reader': [
    'The request did not come from a reader',
    'Bots, link previews and prerendered pages don’t start audio generation. Open the page in a browser.',
  ],
  unreachable: [
    'The server does not respond',
    'Check that the server is running, and that the page’s content security policy includes it in script-src, connect-src, media-src and img-src.',
  ],
  'not-loaded': [
    "The player's files could not be loaded",
    'Load loader.js from the server, in its own script element. Don’t copy it: a copy requests files of an earlier release. Check script-src of the content security policy.',
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
