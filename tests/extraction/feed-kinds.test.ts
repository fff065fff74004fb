import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import type { Feed, FeedItem } from '../../server/extraction/feed/feed.ts';
import { parseFeed } from '../../server/extraction/feed/parse-feed.ts';

const rss = (item: string, { root = 'version="2.0"', channel = '' } = {}): string =>
  `<rss ${root}><channel><title>Harbour Post</title>${channel}<item><guid isPermaLink="false">g1</guid>${item}</item></channel></rss>`;
const atom = (entry: string, root = ''): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${root}><title>Harbour Post</title><entry><id>g1</id><updated>2026-03-14T07:30:00Z</updated>${entry}</entry></feed>`;
const media = 'xmlns:media="http://search.yahoo.com/mrss/"';
const itunes = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"';
const dc = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';

const first = (feed: Feed): FeedItem => feed.items[0]!;

describe('encodings', () => {
  const text = rss('<title>Größere Brücken 🎉</title>');
  it.each([
    ['utf-32le', true],
    ['utf-32be', true],
    ['utf-32le', false],
    ['utf-32be', false],
    ['utf-16le', true],
    ['utf-16be', false],
  ] as const)('%s, with a byte-order mark: %s', (encoding, addBOM) => {
    expect(first(parseFeed(iconv.encode(text, encoding, { addBOM }))).title).toBe('Größere Brücken 🎉');
  });

  it('UTF-32 in a header without byte order is decoded', () => {
    expect(
      first(
        parseFeed(iconv.encode(text, 'utf-32be', { addBOM: false }), {
          contentType: 'text/xml; charset=utf-32',
        }),
      ).title,
    ).toBe('Größere Brücken 🎉');
  });
});

describe('feed formats', () => {
  it.each([
    [
      'an unknown default namespace',
      rss('<title>T</title>', { root: 'version="2.0" xmlns="http://publisher.example/rss-2"' }),
    ],
    [
      'an unknown default namespace of the items',
      '<rss><channel><item xmlns="urn:x"><guid>g1</guid><title>T</title></item></channel></rss>',
    ],
    [
      'an HTML doctype',
      `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n${rss('<title>T</title>')}`,
    ],
    [
      'comments and instructions',
      `<?xml version="1.0"?><!-- a --><?xml-stylesheet href="x.xsl"?><!-- b > <html> -->${rss('<title>T</title>')}`,
    ],
    [
      'a prefix for RDF',
      '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><item ' +
        'r:about="g1"><title>T</title></item></r:RDF>',
    ],
    [
      'items as descriptions',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><rdf:Description ' +
        'rdf:about="g1"><rdf:type rdf:resource="http://purl.org/rss/1.0/item"/><title>T</title></rdf:Description><rdf:Description ' +
        'rdf:about="p"><title>A picture</title></rdf:Description></rdf:RDF>',
    ],
    ['capital letters', '<RSS><CHANNEL><ITEM><GUID>g1</GUID><TITLE>T</TITLE></ITEM></CHANNEL></RSS>'],
    [
      'an unknown default namespace of Atom',
      '<feed xmlns="urn:x"><entry><id>g1</id><title>T</title></entry></feed>',
    ],
  ])('%s', (_what, text) => {
    expect(parseFeed(text).items.map(({ guid, title }) => ({ guid, title }))).toEqual([
      { guid: 'g1', title: 'T' },
    ]);
  });

  it('an unknown namespace is not treated as a known one', () => {
    const item = first(
      parseFeed(
        rss(
          '<title>T</title><title xmlns="urn:x">not this</title><x:title xmlns:x="urn:x">nor this</x:title><geo:description>nor ' +
            'this</geo:description>',
        ),
      ),
    );
    expect(item).toMatchObject({ title: 'T', summary: null });
  });

  it('a namespace declaration ends with its element', () => {
    const text = `<rss><channel><x xmlns:d="http://purl.org/dc/elements/1.1/"><d:y/></x><item><guid>g1</guid><d:creator>Nobody</d:creator><z xmlns="http://www.w3.org/1999/xhtml"/><title>T</title></item></channel></rss>`;
    expect(first(parseFeed(text))).toMatchObject({ title: 'T', author: null });
  });

  it.each([
    '<!doctype html><title>A page</title><link rel="alternate" type="application/rss+xml" href="/f.xml">',
    '<html><head><link rel="alternate" type="application/rss+xml" href="/f.xml"></head></html>',
    '<!-- x --><?xml version="1.0"?><HTML><link rel="alternate" type="application/rss+xml" href="/f.xml">',
  ])('a page is not a feed: %s', (text) => {
    expect(() => parseFeed(text, { url: 'https://x.example/' })).toThrow(
      expect.objectContaining({ kind: 'html', advertised: ['https://x.example/f.xml'] }) as Error,
    );
  });
});

describe('CDF', () => {
  const cdf = `<?xml version="1.0"?><CHANNEL HREF="http://www.x.example/channel.html" BASE="http://www.x.example/news/" LASTMOD="2026-03-14T07:30"><TITLE>Harbour Post</TITLE>
    <ITEM HREF="bakery.html" LASTMOD="2026-03-14T07:00" LEVEL="1"><TITLE>Bakery reopens</TITLE><ABSTRACT>After the <b>flood</b>.</ABSTRACT><LOG VALUE="document:view"/></ITEM>
    <CHANNEL><TITLE>Politics</TITLE><ITEM><A HREF="/ferry.html"/><TITLE>Ferry sold</TITLE></ITEM></CHANNEL></CHANNEL>`;
  it('is read, including nested channels', () => {
    const feed = parseFeed(cdf);
    expect(feed).toMatchObject({
      format: 'cdf',
      title: 'Harbour Post',
      link: 'http://www.x.example/channel.html',
    });
    expect(feed.items).toMatchObject([
      {
        url: 'http://www.x.example/news/bakery.html',
        guid: 'http://www.x.example/news/bakery.html',
        title: 'Bakery reopens',
        summary: 'After the <b>flood</b>.',
        publishedAt: '2026-03-14T07:00:00Z',
      },
      { url: 'http://www.x.example/ferry.html', title: 'Ferry sold', summary: null },
    ]);
  });

  it('an RSS channel without its root element is not a feed', () => {
    expect(
      parseFeed(
        '<channel><title>x</title><link>http://x.example/</link><item><title>T</title><link>http://x.example/a</link></item></channel>',
      ),
    ).toMatchObject({ format: 'rss', items: [{ url: 'http://x.example/a' }] });
  });
});

describe('texts', () => {
  it.each([
    [
      'body',
      '<body><![CDATA[<p>All of it.</p>]]></body><description>Some</description>',
      '<p>All of it.</p>',
      'Some',
    ],
    [
      'a body without namespace',
      '<body xmlns="http://www.w3.org/1999/xhtml"><p>All of it.</p></body>',
      '<p>All of it.</p>',
      null,
    ],
    ['fullitem', '<fullitem>&lt;p&gt;All of it.&lt;/p&gt;</fullitem>', '<p>All of it.</p>', null],
    ['dc:description', `<dc:description ${dc}>Some</dc:description>`, null, 'Some'],
    ['an empty description', '<description/><itunes:summary>Some</itunes:summary>', null, 'Some'],
    [
      'media:group',
      `<media:group ${media}><media:description>Some</media:description></media:group>`,
      null,
      'Some',
    ],
  ])('%s', (_what, item, contentHtml, summary) => {
    expect(first(parseFeed(rss(item)))).toMatchObject({ contentHtml, summary });
  });

  it.each([
    ['dc:title', `<dc:title ${dc}>Bakery</dc:title>`, 'Bakery'],
    ['an empty title before another', `<title/><media:title ${media}>Bakery</media:title>`, 'Bakery'],
    ['an unclosed element', '<title>The <b>bakery</title><link>http://x.example/a</link>', 'The bakery'],
    [
      'an unclosed escaped element',
      '<title>The &lt;button&gt; element explained</title>',
      'The element explained',
    ],
    ['an escaped script', '<title>Why &lt;script&gt; still matters</title>', 'Why still matters'],
    [
      'a script with its end',
      '<title>Before&lt;script&gt;var a = 1;&lt;/script&gt; and after</title>',
      'Before and after',
    ],
    ['a less-than sign', '<title>3 &lt; 4 and 5 &amp;lt; 6</title>', '3 < 4 and 5 < 6'],
  ])('title: %s', (_what, item, title) => {
    expect(first(parseFeed(rss(item))).title).toBe(title);
  });

  it('the opening replaces a missing title', () => {
    expect(first(parseFeed(rss('<description>&lt;p&gt;The ferry was sold.&lt;/p&gt;')))).toMatchObject({
      title: '',
      opening: 'The ferry was sold.',
      isTeaser: false,
    });
  });

  it('Atom falls back to media:group', () => {
    const entry = `<link href="http://x.example/v"/><media:group ${media}><media:title>Ferry</media:title><media:description>Sold.</media:description><media:content url="http://x.example/v.mp4" type="video/mp4" fileSize="12"/><media:category>Ships</media:category><media:keywords>sea, harbour</media:keywords></media:group>`;
    expect(first(parseFeed(atom(entry)))).toMatchObject({
      title: 'Ferry',
      summary: 'Sold.',
      labels: ['Ships', 'sea', 'harbour'],
      enclosures: [{ url: 'http://x.example/v.mp4', type: 'video/mp4', length: 12 }],
    });
  });
});

describe('authors', () => {
  it.each([
    ['<author>Jane Doe (jane@x.example)</author>', 'Jane Doe'],
    ['<author>jane@x.example (Jane Doe)</author>', 'Jane Doe'],
    ['<author>Jane Doe &lt;jane@x.example&gt;</author>', 'Jane Doe'],
    ['<author>jane@x.example</author>', 'jane@x.example'],
    ['<author>Jane Doe (Reuters)</author>', 'Jane Doe (Reuters)'],
    ['<author><name>Jane Doe</name><email>jane@x.example</email></author>', 'Jane Doe'],
    [`<dc:author ${dc}>Jane Doe</dc:author>`, 'Jane Doe'],
    [
      `<dc:creator ${dc}>Jane Doe</dc:creator><dc:creator ${dc}>John Roe (john@x.example)</dc:creator>`,
      'Jane Doe, John Roe',
    ],
    [`<media:credit ${media}>Jane Doe</media:credit>`, 'Jane Doe'],
    ['<title>x</title>', null],
  ])('%s', (item, author) => {
    expect(first(parseFeed(rss(item))).author).toBe(author);
  });

  it('of Atom', () => {
    expect(
      first(
        parseFeed(
          atom(
            '<author><name>Jane Doe (jane@x.example)</name></author><author><email>x@x.example</email></author>',
          ),
        ),
      ).author,
    ).toBe('Jane Doe');
  });
});

it('labels of all formats are read, without duplicates', () => {
  const item = `<category>Sea</category><category domain="x"> Sea </category><dc:subject ${dc}>Ships</dc:subject><media:category ${media} label="Harbour">1/2/3</media:category><media:category ${media}>Trade</media:category><itunes:category ${itunes} text="News"><itunes:category text="Local"/></itunes:category><itunes:keywords ${itunes}>ferry, quay ,</itunes:keywords>`;
  expect(first(parseFeed(rss(item))).labels).toEqual([
    'Sea',
    'Ships',
    'Harbour',
    'Trade',
    'News',
    'Local',
    'ferry',
    'quay',
  ]);
});

describe('languages', () => {
  it.each([
    ['language', rss('', { channel: '<language>en_US</language>' }), null, 'en-US'],
    ['dc:language', rss('', { channel: `<dc:language ${dc}>de</dc:language>` }), null, 'de'],
    ['xml:lang', rss('', { root: 'xml:lang="fr"' }), null, 'fr'],
    ['Content-Language', rss(''), 'de-AT, en', 'de-AT'],
    ['the feed before the header', rss('', { channel: '<language>nl</language>' }), 'de', 'nl'],
    ['a locale', rss('', { channel: '<language>pt_BR.UTF-8</language>' }), null, 'pt-BR'],
    ['no language', rss('', { channel: '<language>the usual one</language>' }), null, null],
    ['Atom', atom('', 'xml:lang="en_GB"'), null, 'en-GB'],
    [
      'JSON',
      '{"version":"https://jsonfeed.org/version/1.1","title":"x","language":"en_us","items":[{"id":"1"}]}',
      null,
      'en-us',
    ],
  ])('%s', (_what, text, contentLanguage, language) => {
    const feed = parseFeed(text, { contentLanguage });
    expect([feed.language, first(feed).language]).toEqual([language, language]);
  });

  it('the language of an item takes precedence', () => {
    expect(
      first(parseFeed(rss(`<dc:language ${dc}>it</dc:language>`, { channel: '<language>de</language>' })))
        .language,
    ).toBe('it');
    expect(
      first(parseFeed(atom('<content xml:lang="it" type="text">Ciao</content>', 'xml:lang="de"'))).language,
    ).toBe('it');
    expect(first(parseFeed(atom('<summary xml:lang="it">Ciao</summary>', 'xml:lang="de"'))).language).toBe(
      'it',
    );
    expect(
      first(
        parseFeed(
          rss('<description xml:lang="it">Ciao</description>', { channel: '<language>de</language>' }),
        ),
      ).language,
    ).toBe('it');
  });

  it.each([
    ['escaped once', '&lt;i&gt;Ferry&lt;/i&gt; returns'],
    ['escaped twice', '&amp;lt;i&amp;gt;Ferry&amp;lt;/i&amp;gt; returns'],
    ['with a line break', 'Ferry&amp;lt;br /&amp;gt;returns'],
    ['in CDATA', '<![CDATA[<b>Ferry</b> returns]]>'],
  ])('markup in titles is not read: %s', (_how, title) => {
    expect(first(parseFeed(rss(`<title>${title}</title>`))).title).toBe('Ferry returns');
    expect(first(parseFeed(atom(`<title>${title}</title>`))).title).toBe('Ferry returns');
  });

  it('a headline about a tag is kept', () => {
    expect(first(parseFeed(rss('<title>How &amp;lt;b&amp;gt; differs</title>'))).title).toBe(
      'How <b> differs',
    );
  });
});
