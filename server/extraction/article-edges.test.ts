import { expect, it } from 'vitest';
import { firstOf } from './dom.ts';
import { withinEdges } from './article-edges.ts';
import { parsePage } from './page.ts';
import { paragraphsOf } from './paragraphs.ts';

const title = 'The ferry returns to the harbour';
/** Returns what remains of lines with their probabilities; those from 0.35 on were chosen. */
function heard(lines: readonly [html: string, chance: number][], stays = false): string[] {
  const body = firstOf(parsePage(lines.map(([html]) => html).join('')), 'body')!;
  const all = paragraphsOf(body);
  // A heading within a line is a separate paragraph, and is not chosen.
  const chances = Float32Array.from(
    lines.flatMap(([html, chance]) => (/<section><h2>/.test(html) ? [0.1, chance] : [chance])),
  );
  const chosen = [...all.keys()].filter((index) => chances[index]! >= 0.35);
  return withinEdges(all, chances, chosen, { title, author: 'Ada Miller' }, () => stays).map(
    (index) => all[index]!.text.split(' ')[0]!,
  );
}
const text = (start: string): [string, number] => [
  `<p>${start} ${'is said at length here. '.repeat(12)}</p>`,
  0.98,
];
const headline: [string, number] = [`<h1>${title}</h1>`, 0.1];

it('hidden parts of a visible text are excluded, a text that is hidden as a whole is not', () => {
  const hidden: [string, number] = ['<div style="display:none"><p>Collected by a robot.</p></div>', 0.8];
  expect(heard([hidden, headline, text('One'), text('Two')])).toEqual(['One', 'Two']);
  expect(heard([hidden])).toEqual(['Collected']);
  expect(heard([hidden, text('One')], true)).toEqual(['Collected', 'One']);
});

it('a sentence between headline and text is included, a caption or a byline is not', () => {
  const lead = (line: string): [string, number] => [`<p>${line}</p>`, 0.2];
  const after = [['<p>4 May</p>', 0.02], text('One'), text('Two')] as [string, number][];
  expect(
    heard([headline, lead('After three years without a crossing the town can sail again.'), ...after]),
  ).toEqual(['After', 'One', 'Two']);
  expect(
    heard([headline, lead('In this May 4, 2026, file photo, the ferry lies in the harbour.'), ...after]),
  ).toEqual(['One', 'Two']);
  expect(heard([lead('After three years without a crossing the town can sail again.'), ...after])).toEqual([
    'One',
    'Two',
  ]);
});

it('a text does not end with an invitation, unless the text is about it', () => {
  const invitation = (chance: number): [string, number] => [
    '<p>Subscribe to our newsletter for more.</p>',
    chance,
  ];
  expect(heard([headline, text('One'), text('Two'), invitation(0.6)])).toEqual(['One', 'Two']);
  expect(heard([headline, text('One'), text('Two'), invitation(0.97)])).toEqual(['One', 'Two', 'Subscribe']);
  const said: [string, number] = ['<p>“Who,” she asks, “will pay for a digital subscription?”</p>', 0.6];
  expect(heard([headline, text('One'), text('Two'), said])).toEqual(['One', 'Two', '“Who,”']);
});

it('consent requests and duplicates of visible parts are excluded from a hidden text', () => {
  const hidden = (inner: string): [string, number] => [`<div hidden>${inner}</div>`, 0.98];
  const [inner] = text('One');
  expect(
    heard([
      hidden('<div class="cookie-details"><p>We use them to count visits.</p></div>'),
      hidden(inner),
      hidden(text('Two')[0]),
      text('Three'),
      hidden(text('Three')[0]),
    ]),
  ).toEqual(['One', 'Two', 'Three']);
});

it('a text does not end with boxes about the author or the shop, nor with links', () => {
  const box = (name: string): [string, number] => [`<div class="${name}"><p>Welcome to us.</p></div>`, 0.8];
  const whole = [headline, text('One'), text('Two'), text('Three')];
  expect(heard([...whole, box('widget_text')])).toEqual(['One', 'Two', 'Three']);
  expect(heard([...whole, box('text')])).toEqual(['One', 'Two', 'Three', 'Welcome']);
  expect(heard([...whole, ['<p><a href="/2">The bridge is closed</a></p>', 0.5]])).toHaveLength(3);
  expect(heard([...whole, ['<p><a href="/2">The bridge is closed</a></p>', 0.7]])).toHaveLength(4);
  expect(heard([...whole, ['<p>Ada Miller is a reporter in Lisbon.</p>', 0.98]])).toHaveLength(3);
  expect(heard([...whole, ['<p>Ada Miller swam across the river.</p>', 0.98]])).toHaveLength(4);
});

it('a closing block below an unrelated, unread heading is excluded, unless it is within the text or likely', () => {
  const whole = [headline, text('One'), text('Two'), text('Three')];
  const heading: [string, number] = ['<h2>Über Ada Miller</h2>', 0.1];
  const boxed = (name: string, chance: number): [string, number][] => [
    [`<section><h2>${name}</h2><p>She lives in Lisbon.</p></section>`, chance],
  ];
  const count = (...lines: [string, number][]): number => heard([...whole, ...lines]).length;
  expect(count(...boxed('Über Ada Miller', 0.7))).toBe(3);
  expect(count(...boxed('Über Ada Miller', 0.99))).toBe(4);
  expect(count(...boxed('The harbour', 0.7))).toBe(4);
  expect(count(heading, ['<p>She lives in Lisbon.</p>', 0.7])).toBe(4);
});

it('a text does not begin with captions or pull quotes', () => {
  const caption: [string, number] = ['<figure><figcaption>The ferry at noon</figcaption></figure>', 0.9];
  expect(heard([headline, caption, text('One'), text('Two')])).toEqual(['One', 'Two']);
  const lifted: [string, number] = [
    '<p>Nobody in the town had thought that she would ever come back.</p>',
    0.9,
  ];
  const holding: [string, number] = [`<p>So it was. ${lifted[0].slice(3, -4)} But she did.</p>`, 0.98];
  expect(heard([headline, lifted, text('One'), holding])).toEqual(['One', 'So']);
  expect(heard([headline, lifted, text('One'), text('Two')])).toEqual(['Nobody', 'One', 'Two']);
});

it('a closing paragraph that introduces a person is an author bio, unless the person was named before', () => {
  const whole = [headline, text('One'), text('Two'), text('Three')];
  const portrait = (chance: number): [string, number] => [
    '<p>Grace Harlow is the founder of a shipping office. Write to her at office@ferry.example.</p>',
    chance,
  ];
  expect(heard([...whole, portrait(0.85)])).toEqual(['One', 'Two', 'Three']);
  expect(heard([...whole, portrait(0.9)])).toHaveLength(4);
  expect(heard([...whole, text('Harlow'), portrait(0.5)])).toEqual([
    'One',
    'Two',
    'Three',
    'Harlow',
    'Grace',
  ]);
});

it.each([
  'Northern Ferries is a leading provider of crossings in the North Sea. The company employs around 1,300 people and runs forty ships.',
  'Die Nordfähren GmbH ist ein international tätiges Unternehmen mit Sitz in Husum. Sie betreibt Fähren, Häfen und Werften im ganzen Norden.',
  'Les Ferries du Nord est une entreprise de transport maritime, fondée en 1921, qui exploite quarante navires entre les îles et le continent.',
])('company boilerplate at the end of an announcement is excluded: %s', (line) => {
  const whole = [headline, text('One'), text('Two'), text('Three')];
  expect(heard([...whole, [`<p>${line}</p>`, 0.9], [`<p>${line}</p>`, 0.9]])).toHaveLength(3);
  expect(heard([...whole, [`<p>${line}</p>`, 0.98]])).toHaveLength(4);
  expect(heard([...whole, [`<p>“${line}” the minister said.</p>`, 0.9]])).toHaveLength(4);
  // A page about the company alone.
  expect(heard([headline, text('One'), [`<p>${line}</p>`, 0.9]])).toHaveLength(2);
});

it('a text does not end with a long list of links, unless all of it is one link', () => {
  const linked = (inner: string, chance: number): [string, number] => [
    `<p><a href="/2">${inner} ${'and where else to read of it '.repeat(6)}</a></p>`,
    chance,
  ];
  expect(heard([headline, text('One'), text('Two'), text('Three'), linked('See', 0.5)])).toHaveLength(3);
  expect(heard([headline, ...['One', 'Two', 'Three'].map((word) => linked(word, 0.5))])).toHaveLength(3);
});

const three = [headline, text('One'), text('Two'), text('Three')];

it('a text in visible paragraphs and in one hidden block is read once, without hidden extras', () => {
  const plain = (html: string): string => html.replace(/<[^>]*>/g, '');
  const hidden = (line: string): [string, number] => [`<div style="display: none">${line}</div>`, 0.9];
  const copy = hidden(three.map(([html]) => plain(html)).join(''));
  const keywords = hidden('Ferries,Harbours,Islands');
  expect(heard([...three, keywords, copy, copy])).toEqual(['One', 'Two', 'Three']);
  const other = hidden(`Four ${'is said behind a barrier, and at more length. '.repeat(20)}`);
  expect(heard([...three, other])).toEqual(['One', 'Two', 'Three', 'Four']);
  // Of the whole article only its beginning may be shown.
  const whole = hidden(`${three.map(([html]) => plain(html)).join('')} ${'And on it goes. '.repeat(80)}`);
  expect(heard([...three, whole]).at(-1)).toBe('The');
});

it('a text does not end with captions of pictures below, unless they clearly belong to it', () => {
  const caption = (chance: number): [string, number] => [
    '<figure><figcaption>2/7 The square at noon</figcaption></figure>',
    chance,
  ];
  expect(heard([...three, caption(0.6), caption(0.8)])).toEqual(['One', 'Two', 'Three']);
  expect(heard([...three, caption(0.97)])).toHaveLength(4);
  // A gallery whose pictures tell it.
  expect(heard([headline, caption(0.8), caption(0.8), caption(0.8), caption(0.8)])).toHaveLength(4);
});

it('a text does not end with a list of other pages, but may with a list that has few links', () => {
  const list = (links: number, chance: number): [string, number][] =>
    ['Oak', 'Ash', 'Elm'].map((tree, at) => [
      `${at === 0 ? '<ul>' : ''}<li>${at < links ? `<a href="/${tree}">${tree} and more of it</a>` : `${tree} and more of it`} is told there</li>${at === 2 ? '</ul>' : ''}`,
      chance,
    ]);
  expect(heard([...three, ...list(2, 0.8)])).toEqual(['One', 'Two', 'Three']);
  expect(heard([...three, ...list(1, 0.8)])).toHaveLength(6);
  expect(heard([...three, ...list(2, 0.9)])).toHaveLength(6);
  // What the text announces is its own, what a heading does may be anything.
  const announced: [string, number] = [
    '<p>These trees stand on the island today, as everybody knows:</p>',
    0.98,
  ];
  expect(heard([...three, announced, ...list(2, 0.8)])).toHaveLength(7);
  expect(heard([...three, ['<h2>More of these trees:</h2>', 0.98], ...list(2, 0.8)])).toHaveLength(4);
});

it('a text does not end with a row of links to other pages, of any length', () => {
  const row = (start: string): [string, number] => [
    `<p>${start} ${'<a href="/o">The bridge over the sound is closed</a> '.repeat(12)}</p>`,
    0.8,
  ];
  expect(heard([...three, row('Siehe auch')])).toEqual(['One', 'Two', 'Three']);
  expect(heard([...three, row('Sources:')])).toHaveLength(4);
});

it('a closing small block with an invitation is excluded', () => {
  const block = (call: string, chance = 0.6): [string, number][] => [
    [`<section><p>For a hundred years we have told the country what happens in it.</p>`, chance],
    [`<p>${call}</p></section>`, 0.1],
  ];
  expect(heard([...three, ...block('Become a member and read on')])).toEqual(['One', 'Two', 'Three']);
  expect(heard([...three, ...block('Become a member and read on', 0.75)])).toHaveLength(3);
  expect(heard([...three, ...block('The office is open')])).toHaveLength(4);
  expect(heard([...three, ...block('Become a member and read on', 0.8)])).toHaveLength(4);
});

it('a closing block below an unrelated heading is excluded from a short text, too', () => {
  const short: [string, number] = ['<p>The ferry sails again, as the harbour says today.</p>', 0.98];
  const about: [string, number][] = [
    [
      '<section><h2>Über Ada Miller</h2><p>She lives in Lisbon, writes of ships and of harbours.</p></section>',
      0.6,
    ],
  ];
  expect(heard([headline, short, short, ...about]).slice(-1)).toEqual(['The']);
});

it('an opening line of links is excluded, unless the text continues with links', () => {
  const meta = (chance: number): [string, number] => [
    `<p>20 April ${'<a href="/t">digital harbours and ferries</a> '.repeat(8)}</p>`,
    chance,
  ];
  expect(heard([headline, meta(0.5), text('One'), text('Two')])).toEqual(['One', 'Two']);
  expect(heard([headline, meta(0.7), text('One'), text('Two')])).toEqual(['20', 'One', 'Two']);
  expect(heard([headline, meta(0.5), meta(0.5), meta(0.5)])).toHaveLength(3);
});

it('an introductory sentence above a table of contents is included, a caption there is not', () => {
  const contents: [string, number][] = Array.from({ length: 12 }, (_, at) => [
    `<ul><li><a href="#${at}">What is told in part ${at}</a></li></ul>`,
    0.05,
  ]);
  const sentence = 'How long may the ferry stay in the harbour? The most important questions.';
  const between = (html: string, below = contents): string[] =>
    heard([headline, [html, 0.3], ...below, text('One'), text('Two')]);
  const share: [string, number][] = contents.map(() => ['<div><a href="/s">Share</a></div>', 0.02]);
  expect(between(`<p>${sentence}</p>`, share)).toEqual(['How', 'One', 'Two']);
  expect(between(`<p>${sentence}</p>`)).toEqual(['How', 'One', 'Two']);
  expect(between(`<img src="a.jpg" alt=""><p>${sentence}</p>`)).toEqual(['One', 'Two']);
  expect(between(`<h2>${sentence}</h2>`)).toEqual(['One', 'Two']);
});

it('a text does not begin with teasers from a menu, but may with a sentence above a box', () => {
  const menu = (html: string): [string, number][] =>
    Array.from({ length: 12 }, () => [html, 0.02] as [string, number]);
  const teaser = (chance: number): [string, number] => [
    '<p>The town shows what it has done for its quays.</p>',
    chance,
  ];
  const links = menu('<ul><li><a href="/a">The archive</a></li></ul>');
  expect(heard([teaser(0.6), ...links, headline, text('One'), text('Two')])).toEqual(['One', 'Two']);
  expect(heard([teaser(0.8), ...links, headline, text('One'), text('Two')])).toHaveLength(3);
  expect(heard([teaser(0.6), ...menu('<p>Price</p>'), text('One'), text('Two')])).toHaveLength(3);
});

it('a closing block far below the text, under an unread heading, is excluded', () => {
  const whole: [string, number][] = [
    headline,
    [`<div>${text('One')[0]}`, 0.98],
    text('Two'),
    [`${text('Three')[0]}</div>`, 0.98],
  ];
  const below = (heading: string, chance: number): string[] =>
    heard([
      ...whole,
      ...['Tags', 'Harbours', 'Islands'].map((line): [string, number] => [`<p>${line}</p>`, 0.02]),
      [heading, 0.02],
      ['<p>We ask the harbour master how the quay is.</p>', chance],
    ]);
  expect(below('<h3>In the next issue</h3>', 0.5)).toEqual(['One', 'Two', 'Three']);
  expect(below('<h3>In the next issue</h3>', 0.8)).toHaveLength(4);
  expect(below('<p>In the next issue</p>', 0.5)).toHaveLength(4);
});

it('press contacts and company descriptions under such a heading are excluded from announcements', () => {
  const company =
    'Northern Ferries is a leading provider of crossings in the North Sea. The company employs around 1,300 people.';
  const about: [string, number][] = [
    ['<h2>About Northern Ferries</h2>', 0.98],
    [`<p>${company}</p>`, 0.99],
    ['<p>Press contact: Ada Miller, +44 20 7946 0000</p>', 0.98],
  ];
  expect(heard([...three, ...about])).toEqual(['One', 'Two', 'Three', 'About']);
  expect(heard([...three, ['<p>Contact the harbour master for a ticket.</p>', 0.98]])).toHaveLength(4);
});

it.each(['HAZTE MIEMBRO y disfruta', 'Devenez membre', 'Sostienici oggi'])(
  'a closing small block with %s is excluded',
  (call) => {
    const block: [string, number][] = [
      ['<section><p>For a hundred years we have told the country what happens in it.</p>', 0.6],
      [`<p>${call}</p></section>`, 0.1],
    ];
    expect(heard([...three, ...block])).toEqual(['One', 'Two', 'Three']);
  },
);
