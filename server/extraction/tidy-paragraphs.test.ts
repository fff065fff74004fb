import { expect, it } from 'vitest';
import { firstOf } from './dom.ts';
import {
  isBreadcrumbs,
  isByline,
  isControlLine,
  isFurnitureLine,
  isParting,
  isPressContact,
  isSignedCaption,
} from './furniture.ts';
import { parsePage } from './page.ts';
import { paragraphsOf } from './paragraphs.ts';
import { tidyParagraphs } from './tidy-paragraphs.ts';

const page = { title: null, author: 'Ada Miller', isDiscussion: false };
const prose = (word: string): string =>
  `<p>${word} is how a paragraph begins that is long enough to be taken for a part of what the author wrote, and that nobody would say a second time without a reason for it.</p>`;
function linesOf(html: string, title: string | null = null): string[] {
  const all = paragraphsOf(firstOf(parsePage(html), 'body')!);
  return tidyParagraphs(all, [...all.keys()], { ...page, title }).map((index) => all[index]!.text);
}
const beginnings = (html: string): string[] => linesOf(html).map((line) => line.split(' ')[0]!);

it('a repeated headline is removed, even if the title contains the site name, and a section heading is kept', () => {
  const html = `<h1>A ferry  returns</h1>${prose('One')}<h2>Ferry</h2>${prose('Two')}`;
  expect(linesOf(html, 'A Ferry Returns | The Gazette').map((line) => line.split(' ')[0])).toEqual([
    'One',
    'Ferry',
    'Two',
  ]);
});

it('a question repeated to each guest is kept, a copy of a neighboring paragraph or block is removed', () => {
  const question = '<p>What would you do first if you were mayor of this town for a single day?</p>';
  expect(beginnings(question + prose('One') + question + prose('Two'))).toEqual([
    'What',
    'One',
    'What',
    'Two',
  ]);
  expect(beginnings(prose('One') + question + question + prose('Two'))).toEqual(['One', 'What', 'Two']);
  expect(beginnings(question + prose('One') + prose('Two') + question + prose('One'))).toEqual([
    'What',
    'One',
    'Two',
  ]);
});

it('repeated meals in a menu are kept, ranks in a forum are removed', () => {
  const days = (label: string): string => [1, 2, 3, 4].map((day) => label + prose(`Day${day}`)).join('');
  expect(linesOf(days('<h3>Breakfast</h3>')).filter((line) => line === 'Breakfast')).toHaveLength(4);
  expect(linesOf(days('<p>Porridge</p>')).filter((line) => line === 'Porridge')).toHaveLength(4);
  expect(linesOf(days('<div>Senior member</div>'))).not.toContain('Senior member');
  expect(linesOf(days('<p class="rank">Senior member</p>'))).not.toContain('Senior member');
});

it('category counts are removed, quantities of things are kept', () => {
  const list = (inner: string): string[] =>
    linesOf(`${prose('One')}<ul><li>${inner}</li></ul>${prose('Two')}`);
  expect(list('<a href="/f">Ferries and harbours</a> (12)')).toHaveLength(2);
  expect(list('Oars (12)')).toHaveLength(3);
  expect(list('<a href="/f">The Ferry</a> (2019)')).toHaveLength(3);
  expect(list('<a href="/f">Ferries and harbours</a>')).toHaveLength(3);
});

it('an announcement that nothing follows is removed, one before a list is kept', () => {
  expect(linesOf(`${prose('One')}<p>This is what we found besides:</p>`)).toHaveLength(1);
  const long = `Whoever wants to know when the ship sails, what a ticket costs and where to stand with a bicycle finds it here:`;
  expect(linesOf(`${prose('One')}<p>${long.replace('finds', 'on deck in the rain finds')}</p>`)).toHaveLength(
    1,
  );
  expect(linesOf(`${prose('One')}<p>The harbour master knows. ${long}</p>`)).toHaveLength(2);
  expect(linesOf(`${prose('One')}<p>These are the three:</p><ul><li>Oak</li><li>Ash</li></ul>`)).toHaveLength(
    4,
  );
});

it('removes an author line at the beginning, and keeps sentences about a person', () => {
  expect(beginnings(`<p>By Ada Miller, Lisbon</p>${prose('One')}`)).toEqual(['One']);
  expect(isByline('Von Klaus Meier und Sabine Rott', null)).toBe(true);
  expect(isByline('Eine Kolumne von Ada Miller', null)).toBe(true);
  expect(isByline('Eine Analyse von Daten aus drei Häfen', null)).toBe(false);
  expect(isByline('By noon the harbour was full.', null)).toBe(false);
  expect(isByline('Ada Miller has lived beside the harbour for fifty years now', 'Ada Miller')).toBe(false);
});

it.each([
  'Zdjęcie: Anna Nowak',
  'Фото: Иван Петров',
  '写真：共同',
  'Riproduzione riservata',
  'Foto di: Anna Rossi',
  'Billede: Ritzau',
  'Fotó: MTI',
  'Φωτογραφία: ΑΠΕ',
  'Alla rättigheter förbehållna',
  'Kaikki oikeudet pidätetään',
  'Všechna práva vyhrazena',
  'Minden jog fenntartva',
  'جميع الحقوق محفوظة',
  'Με επιφύλαξη παντός δικαιώματος',
  'Lisbon (dpa) –',
  'You are using an outdated browser. Please upgrade your browser to see this page.',
  'Please update your browser to see this page as it is meant to be seen.',
  'For the best experience on our site we recommend Chrome, Firefox or Edge.',
  'Sie verwenden einen veralteten Browser.',
])('%s is removed from an article', (line) => {
  expect(isFurnitureLine(line)).toBe(true);
});

it.each([
  'Please update your browser before you open a file that somebody has sent to you.',
  'Lisbon (dpa) – The ferry has returned.',
  'All rights of the islanders were reserved for a hundred years, the historian says.',
])('%s may be an article', (line) => {
  expect(isFurnitureLine(line)).toBe(false);
});

it('ruby, hover boxes and commands of content systems are removed without a trace', () => {
  expect(
    linesOf(
      '<p>これは<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>です。</p>' +
        '<p>The <span class="tooltip">levy<span class="tooltip-text">A tax on goods.</span></span> rose.</p>' +
        '<p>[caption id="x" width="300"]The old bridge[/caption] It stands [sic] still.</p>',
    ),
  ).toEqual(['これは漢字です。', 'The levy rose.', 'The old bridge It stands [sic] still.']);
  expect(
    linesOf(
      '<p>これは<ruby>\n<rb>漢字</rb>\n<rp>（</rp>\n<rt>かんじ</rt>\n<rp>）</rp>\n</ruby>です。</p>' +
        '<p>The <ruby>old quay<rt>kay</rt></ruby> stands.</p>' +
        '<p>[box_colored class=“a“ title=“b“]It rose.[/box_colored] A [self-made] man said [so].</p>' +
        '<p>[ad-123]</p><p>[newsletter_signup]</p><p>{{ widget:poll }}</p><p>Write {{ name }} or [own_name] there.</p>',
    ),
  ).toEqual([
    'これは漢字です。',
    'The old quay stands.',
    'It rose. A [self-made] man said [so].',
    'Write {{ name }} or [own_name] there.',
  ]);
});

it.each([
  'Tempo de leitura: 2 minutos',
  'Estimated reading time: 6 minutes',
  'BC-EU--Ferry-Crossing, 1st Ld-Writethru',
  '1of4The ferry leaves the harbour.',
  'This slideshow requires JavaScript.',
  'ada.miller@gazette.example',
  '___',
])('%s is not part of an article', (line) => {
  expect(isFurnitureLine(line)).toBe(true);
});

it('photo credits in brackets are removed, too, and editorial notes are kept', () => {
  for (const line of ['[사진=JTBC, 이매진아시아]', '[Foto: Ada Miller]', '（写真：共同）'])
    expect(isControlLine(line)).toBe(true);
  expect(isControlLine('Foto di Anna Rossi')).toBe(true);
  expect(isControlLine('Photo by Ada Miller / Gazette')).toBe(true);
  expect(isControlLine('[Images of the harbour follow.]')).toBe(false);
  expect(isControlLine('Photo by photo he tells of the harbour.')).toBe(false);
});

it('removes ad labels, and keeps sentences about advertising', () => {
  for (const line of ['- Advertisement -', '— Anzeige —', 'Publicité'])
    expect(isControlLine(line)).toBe(true);
  expect(isControlLine('Advertisement is what pays for it.')).toBe(false);
});

it('removes dated bylines, breadcrumbs, captions and the repeated headline', () => {
  for (const line of [
    'by Ada Miller Monday, November 18, 2026',
    'Monday November 18, 2026 7:45 am by Ada Miller',
    '05/10/2026 - Posted by: Ada Miller - Category: Ferries',
    'By Ada Miller on Monday, November 18th, 2026 at 11:04 a.m.',
    'The Harbour Press Published Monday, November 18, 2026 8:22AM EST',
    'Published Tue, Nov 19 20267:05 AM ESTUpdated Tue, Nov 19 20267:16 AM EST',
    'Ada Miller, Harbour Affairs Writer',
  ])
    expect(isByline(line, null)).toBe(true);
  expect(isByline('By 18 November 2026 the ferry had left the harbour.', null)).toBe(false);
  expect(isBreadcrumbs('News » Ferries » The ferry returns…')).toBe(true);
  expect(isBreadcrumbs('The ferry > the train. Everybody says so.')).toBe(false);
  expect(isSignedCaption('The ferry at night.Reuters')).toBe(true);
  expect(isSignedCaption('The ferry leaves the harbour on Tuesday. (Ada Miller/AP)')).toBe(true);
  expect(isSignedCaption('The ferry leaves the harbour. Ada MILLER / AFP')).toBe(true);
  expect(isSignedCaption('The agency Reuters told of the ferry first.')).toBe(false);
  const title = 'The ferry returns to the old harbour';
  expect(linesOf(`<p>HomeNEWS ${title}</p>${prose('One')}`, title)).toHaveLength(1);
  expect(
    linesOf(`<p>${title}, which nobody in the town had thought possible any more.</p>${prose('One')}`, title),
  ).toHaveLength(2);
});

it('an article does not end with thanks or invitations', () => {
  for (const line of [
    'Ada Miller contributed reporting from Lisbon.',
    'More on ferries: https://gazette.example/ferries',
    'Like this story? Share it with a friend!',
    'Sign up for the Harbour Gazette today to get the free daily newsletter.',
    'Follow Ada on Twitter @ada',
    'Weitere Infos unter www.gazette.example.',
    'Schreibt mir das gerne in die Kommentare!',
    'When you join the Gazette family, you help us to stay.',
    'Subscribers have unlimited digital access to all stories.',
    '(Reporting by Ada Miller; editing by Eva Rott)',
    'Zapraszamy też do lektury tygodnika.',
    'Dieser Beitrag wurde am Mittwoch unter Häfen veröffentlicht.',
    'For more download the Gazette app for iOS and Android.',
    'Have a tip? Ada Miller may be reached at ada@gazette.example. Follow her on Facebook.',
    'ATENÇÃO: Comentários que faltem com respeito não serão aprovados pelo moderador.',
    'Kommentare mit Beleidigungen werden nicht freigeschaltet.',
    'Disclaimer: What experts say of shares is their own opinion and not that of the Gazette.',
    'This announcement contains forward-looking statements, which may turn out to be wrong.',
    'Dieser Beitrag stellt keine Anlageberatung dar.',
    'The views expressed in this column are not those of the Gazette.',
    'Dieser Text ersetzt keine Beratung durch Ihre Ärztin.',
    'This article is for information only and does not constitute financial or legal advice.',
    'Alle Angaben ohne Gewähr.',
    'Die Redaktion übernimmt keine Haftung für die Richtigkeit der Angaben.',
    'The publisher accepts no liability for errors.',
    'Please keep comments respectful and on topic.',
    'Bitte beachten Sie unsere Netiquette, bevor Sie schreiben.',
    'Kommentare zu diesem Text könnt ihr uns in unseren Netzwerken hinterlassen.',
    'Les commentaires sont modérés.',
    'We reserve the right to delete comments that break our rules.',
  ])
    expect(isParting(line)).toBe(true);
  expect(isParting('His comments will not be forgotten.')).toBe(false);
  expect(isParting('The group accepts no responsibility for the fire.')).toBe(false);
  expect(isParting('The town keeps house rules for its harbour.')).toBe(false);
  for (const told of [
    'The network said the clip violated its rules and “our community guidelines”, and removed it.',
    'The court held that the platform has the right to delete posts.',
    'The panel stressed that the finding does not constitute a recommendation.',
    'Die Reederei übernimmt keine Haftung für die Schäden, hieß es.',
  ])
    expect(isParting(told), told).toBe(false);
  expect(isPressContact('Contact with the press was forbidden to the prisoners until 1990.')).toBe(false);
  expect(isPressContact('Kontakt für Medien: presse@gazette.example')).toBe(true);
  expect(isParting('Follow the road to the harbour.')).toBe(false);
  expect(isParting('He looks forward to the statements of the mayor, and asked for legal advice.')).toBe(
    false,
  );
  expect(beginnings(`${prose('One')}<p>Ada Miller contributed reporting from Lisbon.</p>`)).toEqual(['One']);
});

it('lone numbers and calendars are removed; table rows and lines in any script are kept', () => {
  const row = (...cells: number[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  expect(
    linesOf(
      `${prose('One')}<div>4</div><table>${row(3, 4, 5, 6)}${row(2025, 12)}</table><p>漢字です</p>`,
    ).slice(1),
  ).toEqual(['2025, 12', '漢字です']);
});
