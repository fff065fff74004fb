// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { readCues } from './cues.ts';
import { rangeOf, readPage } from './page-text.ts';
import { tokensOf } from './page-alignment.ts';
import { firstSpoken, placeWords, type SpokenWord } from './spoken-words.ts';

const spoken = (text: string): SpokenWord[] =>
  tokensOf(text).map(({ start, end }, index) => ({
    word: text.slice(start, end),
    startMs: index * 400,
    endMs: index * 400 + 400,
  }));

function pageOf(html: string) {
  document.body.innerHTML = html;
  return readPage(document.body, (element) => element.localName === 'parlance-audio');
}

/** What is marked while each word is spoken; `-` for nothing. */
function marks(text: string, html: string): string[] {
  const page = pageOf(html);
  const placed = placeWords(spoken(text), page)!;
  return Array.from(placed.starts, (start, index) =>
    start < 0 ? '-' : rangeOf(page, start, placed.ends[index]!, document)!.toString(),
  );
}

test('words are found across inline markup, soft hyphens, no-break spaces, footnotes and ads', () => {
  const html = `<nav><a>Home</a> <a>The bridge</a></nav><h1>The <em>br</em>idge</h1><parlance-audio>Listen</parlance-audio>
    <p>It was o\u00adpened on&nbsp;<a href="/m">Mon<b>day</b></a><sup>1</sup> by the mayor,<br>who had a cold.</p>
    <aside>Shoes for the mayor, shoes for Monday</aside><script>It was opened</script>
    <p hidden>The old one</p><p><span class="drop">T</span>he old one closed.</p>`;
  expect(marks('The bridge. It was opened on Monday by the mayor, who had a cold. The old one closed.', html)).toEqual([
    'The', 'bridge', 'It', 'was', 'o\u00adpened', 'on', 'Monday', 'by', 'the', 'mayor', 'who', 'had', 'a', 'cold', 'The', 'old', 'one', 'closed',
  ]); // prettier-ignore
});

test('text that is spoken differently is marked as a whole', () => {
  expect(
    marks(
      'It rose by five percent more than Doctor Miller had thought',
      '<p>It rose by 5&nbsp;% more than Dr. Miller had thought</p>',
    ),
  ).toEqual(['It', 'rose', 'by', '5', '5', 'more', 'than', 'Dr', 'Miller', 'had', 'thought']);
});

test('a page about something else has no marks', () => {
  expect(
    placeWords(
      spoken('The bridge was opened on Monday by the mayor'),
      pageOf('<p>Imprint, the law, privacy, and by whom</p>'),
    ),
  ).toBeNull();
});

test('a position in a paragraph maps to its first word, and one outside the text to none', () => {
  const page = pageOf(
    '<div>Menu</div><p>The bridge is old.</p><p>The mayor has a cold.</p><footer>Imprint</footer>',
  );
  const placed = placeWords(spoken('The bridge is old. The mayor has a cold.'), page)!;
  expect(firstSpoken(placed, page, page.text.indexOf('cold'))).toBe(4);
  expect(firstSpoken(placed, page, page.text.indexOf('is old'))).toBe(0);
  expect(firstSpoken(placed, page, page.text.indexOf('Imprint'))).toBe(-1);
  expect(firstSpoken(placed, page, page.text.indexOf('Menu'))).toBe(-1);
});

test('a changed page has no ranges of removed text', () => {
  const page = pageOf('<p>The bridge is old.</p>');
  document.body.innerHTML = '';
  expect(rangeOf(page, 1, 4, document)).toBeNull();
});

test('a page nested two thousand levels deep is read', () => {
  let deepest: Element = document.createElement('div');
  const root = deepest;
  for (let depth = 0; depth < 2000; depth++) deepest = deepest.appendChild(document.createElement('div'));
  deepest.textContent = 'The bridge';
  expect(readPage(root, () => false).text.trim()).toBe('The bridge');
});

test('cues of WebVTT are read without their markup', () => {
  expect(
    readCues(
      'WEBVTT - Title\r\n\r\nNOTE synthetic\r\n\r\n1\r\n00:00:00.000 --> 00:00:02.500\r\nThe &lt;b&gt; <i>bridge</i>\r\nis &amp; was.\r\n\r\n2\n01:00:02.500 --> 01:00:03.000 align:start\nOld.\n\n3\n00:00 --> x\nbroken\n\n00:04.000 --> 00:05.000\n',
    ),
  ).toEqual([
    { from: 0, to: 2.5, text: 'The <b> bridge is & was.' },
    { from: 3602.5, to: 3603, text: 'Old.' },
  ]);
});
