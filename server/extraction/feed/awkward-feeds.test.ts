import { describe, expect, it } from 'vitest';
import { decodeText } from '../charset.ts';
import { challengerOf } from './bot-challenge.ts';
import { FeedError } from './feed.ts';
import { itemText } from './item-text.ts';
import { parseFeed } from './parse-feed.ts';
import { readFeed } from './read-feed.ts';

const textOf = (contentHtml: string): string => itemText({ title: 'Fähre', contentHtml, summary: null });
const escaped = (html: string): string =>
  html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

describe('content that was escaped several times', () => {
  const html = '<p>Die Fähre &amp; das Boot fahren.</p><p>Um 5&nbsp;Uhr geht es los.</p>';
  it.each([
    ['once', escaped(html)],
    ['twice', escaped(escaped(html))],
    ['within a paragraph', `<p>${escaped(html)}</p>`],
    ['within a block', `<div class="x">${escaped(html)}</div>`],
  ])('%s is unescaped', (_name, given) =>
    expect(textOf(given)).toBe('Die Fähre & das Boot fahren.\n\nUm 5 Uhr geht es los.'),
  );

  it('line breaks separate its paragraphs', () =>
    expect(textOf('Erste Zeile.&lt;br /&gt;&lt;br /&gt;Zweite Zeile.')).toBe(
      'Erste Zeile.\n\nZweite Zeile.',
    ));

  it('double-escaped entities without tags are unescaped', () =>
    expect(
      textOf(
        '<p>Hafen &amp;amp; Kai: &amp;quot;Los&amp;quot;, f&amp;uuml;r 5&amp;nbsp;Euro &amp;#8211; sofort</p>',
      ),
    ).toBe('Hafen & Kai: "Los", für 5 Euro – sofort'));

  it.each([
    '<p>Das Tag &lt;p&gt; beginnt einen Absatz.</p>',
    '<p>Mit &lt;b&gt;fett&lt;/b&gt; wird Schrift fett, <em>sagt sie</em>.</p><p>Noch ein Satz.</p>',
    '<p>Es gilt a &lt; b und b &gt; c.</p>',
  ])('escaped markup in a text about markup is kept: %s', (given) => expect(textOf(given)).toMatch(/<|>/));
});

describe('a feed with more items than the limit', () => {
  const dayOf = (at: number): string => new Date(Date.UTC(2021, 0, 1 + at)).toISOString();
  const numbers = Array.from({ length: 30 }, (_, at) => at);
  const titles = (source: string): string[] =>
    parseFeed(source, { maxItems: 3 }).items.map(({ title }) => title);
  it.each([
    [
      'RSS',
      `<rss><channel>${numbers.map((at) => `<item><title>N${at}</title><pubDate>${dayOf(at)}</pubDate></item>`).join('')}</channel></rss>`,
    ],
    [
      'Atom',
      `<feed xmlns="http://www.w3.org/2005/Atom">${numbers.map((at) => `<entry><title>N${at}</title><updated>${dayOf(at)}</updated></entry>`).join('')}</feed>`,
    ],
    [
      'JSON',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'N',
        items: numbers.map((at) => ({ id: `${at}`, title: `N${at}`, date_published: dayOf(at) })),
      }),
    ],
  ])('%s: the newest items are read, at any position', (_format, source) =>
    expect(titles(source)).toEqual(['N27', 'N28', 'N29']),
  );

  it('the first items are read if there are no dates', () =>
    expect(
      titles(
        `<rss><channel>${numbers.map((at) => `<item><title>N${at}</title></item>`).join('')}</channel></rss>`,
      ),
    ).toEqual(['N0', 'N1', 'N2']));
});

describe('a feed with an item in another encoding', () => {
  const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
  const western = (text: string): Buffer => Buffer.from(text, 'latin1');
  it.each([
    [
      'one of three',
      [utf8('<a>Brücke, höchstens, Fähre</a>'), western('<a>Gäste, für, Öl</a>'), utf8('<a>Küste</a>')],
    ],
    [
      'one of many',
      [
        utf8('<a>Brücke über, höchstens, Fähre, Küste, größer</a>'.repeat(9)),
        western('<a>Gäste, für, Öl</a>'),
      ],
    ],
  ])('%s: every item is decoded correctly', (_name, parts) => {
    const { text } = decodeText(Buffer.concat([utf8('<?xml version="1.0" encoding="UTF-8"?>'), ...parts]));
    for (const word of ['Brücke', 'höchstens', 'Gäste', 'für', 'Öl']) expect(text).toContain(word);
    expect(text).not.toMatch(/Ã|\uFFFD/);
  });

  it('half a character is dropped', () => {
    const cut = Buffer.concat([
      utf8('<?xml version="1.0" encoding="UTF-8"?><a>Größe für K'),
      Buffer.from([0xc3]),
      utf8('</a>'),
    ]);
    expect(decodeText(cut).text).toContain('Größe für K</a>');
  });

  it('a document that is not UTF-8 is decoded in its own encoding throughout', () =>
    expect(
      decodeText(western('<?xml version="1.0" encoding="UTF-8"?><a>Gäste für Öl und Bürger</a>')).text,
    ).toContain('Gäste für Öl und Bürger'));
});

describe('a bot challenge instead of a feed', () => {
  const answer = (status: number, body: string, headers: Record<string, string> = {}) => ({
    status,
    url: 'https://example.org/feed',
    headers: { 'content-type': 'text/html', ...headers },
    bytes: Uint8Array.from(Buffer.from(body)),
  });
  it.each([
    ['Cloudflare', answer(403, '<title>Just a moment...</title>', { 'cf-mitigated': 'challenge' })],
    ['Cloudflare', answer(200, '<html>Wait<script src="/cdn-cgi/challenge-platform/h"></script></html>')],
    ['AWS WAF', answer(202, '', { 'x-amzn-waf-action': 'challenge' })],
    ['DataDome', answer(403, '<script src="https://ct.captcha-delivery.com/c.js"></script>')],
    ['Imperva', answer(200, '<html><script src="/_Incapsula_Resource?x"></script></html>')],
    ['Anubis', answer(200, '<html><title>Making sure you&#39;re not a bot!</title></html>')],
    ['', answer(503, '<html><title>Checking your browser</title></html>')],
    ['', answer(200, '<html><body>Bitte bestätigen Sie, dass Sie kein Roboter sind.</body></html>')],
  ])('from %s is recognized', (service, response) => expect(challengerOf(response)).toBe(service));

  it.each([
    answer(200, '<rss><channel><item><title>Just a moment: captcha</title></item></channel></rss>', {
      'content-type': 'application/rss+xml',
    }),
    answer(404, '<html><title>Not found</title></html>'),
    answer(200, '<html><title>Inselblatt</title><body>Neues vom Kai</body></html>'),
    answer(304, ''),
  ])('is not detected in other responses', (response) => expect(challengerOf(response)).toBeNull());

  it('is reported with the last day on which the feed worked', async () => {
    const read = (workedAt: Date | null) =>
      readFeed('https://example.org/feed', {
        fetch: () => Promise.resolve(answer(403, '', { 'cf-mitigated': 'challenge' })),
        parse: parseFeed,
        workedAt,
      });
    const kind = 'challenge';
    await expect(read(null)).rejects.toMatchObject({ kind, told: { code: 'FEED_CHALLENGED' } });
    const error = await read(new Date(Date.UTC(2021, 4, 3))).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(FeedError);
    expect((error as FeedError).message).toContain('2021-05-03');
    expect((error as FeedError).message).toContain('Cloudflare');
  });
});
