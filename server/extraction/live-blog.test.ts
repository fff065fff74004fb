import { describe, expect, it } from 'vitest';
import { extractArticle } from './extract-article.ts';

const entries = [
  [
    '15.10 Uhr',
    'Die Feuerwehr rückt ab, die Brücke am Markt ist wieder frei und der Verkehr rollt in beiden Richtungen.',
  ],
  [
    '13.45 Uhr',
    'Der Pegel fällt nach Angaben des Landratsamts seit einer Stunde, wenn auch langsamer als in der Nacht erwartet.',
  ],
  [
    '11.20 Uhr',
    'Helferinnen füllen am Bauhof Sandsäcke, mehr als hundert Freiwillige haben sich seit dem Morgen gemeldet.',
  ],
  [
    '23.50 Uhr',
    'Die Stadt ruft dazu auf, Keller zu räumen und Autos aus den Straßen am Ufer in Sicherheit zu bringen.',
  ],
] as const;
const pageOf = (inside: string, data = ''): string =>
  `<html lang="de"><head><title>Hochwasser: der Tag</title>${data}</head><body><main><article><h1>Hochwasser: der Tag</h1>
  <p>Nach tagelangem Regen steigt der Fluss, die Stadt bereitet sich vor. Hier berichten wir, was seit gestern geschehen ist.</p>${inside}</article></main></body></html>`;
const placesIn = (text: string): number[] => entries.map(([, said]) => text.indexOf(said.slice(0, 40)));

describe('live blogs', () => {
  it.each([
    [
      'blocks with headings first',
      entries.map(
        ([time, said], at) => `<div class="e"><h2>Lage ${at}</h2><p>${time}</p><p>${said}</p></div>`,
      ),
    ],
    ['one after the other', entries.map(([time, said]) => `<h3>${time}</h3><p>${said}</p>`)],
    ['times inside the line', entries.map(([time, said]) => `<p>${time}: ${said}</p>`)],
  ])('%s are read from the oldest entry on, with times', (_name, html) => {
    const { text } = extractArticle(pageOf(html.join('\n')));
    const places = placesIn(text);
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(places).toEqual(places.toSorted((a, b) => b - a));
    for (const [time, said] of entries) {
      const at = text.indexOf(said.slice(0, 40));
      expect(text.slice(0, at).lastIndexOf(time)).toBeGreaterThan(at - 40);
    }
    expect(text.startsWith('Nach tagelangem')).toBe(true);
  });

  it('that are in chronological order keep their order', () => {
    const html = entries.toReversed().map(([time, said]) => `<h3>${time}</h3><p>${said}</p>`);
    const places = placesIn(extractArticle(pageOf(html.join(''))).text);
    expect(places).toEqual(places.toSorted((a, b) => b - a));
  });

  it('without times have low confidence', () => {
    const data =
      '<script type="application/ld+json">{"@type":"LiveBlogPosting","headline":"Hochwasser: der Tag"}</script>';
    const html = entries.map(([, said]) => `<p>${said}</p>`).join('');
    expect(extractArticle(pageOf(html, data)).confidence).toBeLessThan(0.5);
  });
});

it('an article with two times is not a live blog', () => {
  const { text } = extractArticle(
    pageOf(
      entries
        .slice(0, 2)
        .map(([time, said]) => `<p>${time}: ${said}</p>`)
        .join(''),
    ),
  );
  expect(placesIn(text)[0]).toBeLessThan(placesIn(text)[1]!);
});
