import { describe, expect, it } from 'vitest';
import { firstOf } from './dom.ts';
import { itemText } from './feed/item-text.ts';
import { parsePage } from './page.ts';
import { paragraphsOf } from './paragraphs.ts';

/** The paragraphs of a piece of a page. */
function read(html: string, language = 'de'): string[] {
  const body = firstOf(parsePage(`<html lang="${language}"><body>${html}`), 'body')!;
  return paragraphsOf(body).map(({ text }) => text);
}

describe('struck-out text', () => {
  it.each([
    ['<p>Der Rat <del>lehnt ab</del> <ins>stimmt zu</ins>.</p>', ['Der Rat stimmt zu.']],
    ['<p>Zwei <s>Tote</s>, keine Verletzten</p>', ['Zwei, keine Verletzten']],
    ['<p>Heute <strike>um neun</strike> um zehn</p>', ['Heute um zehn']],
    ['<p>Heute <i style="text-decoration: red line-through">um neun</i> um zehn</p>', ['Heute um zehn']],
    ['<p>Heute <i style="text-decoration-line:line-through">um neun</i> um zehn</p>', ['Heute um zehn']],
    ['<p>Für <span class="text-decoration-line-through">90</span> 80 Franken</p>', ['Für 80 Franken']],
    ['<p>Für <span role="deletion">90</span> 80 Franken</p>', ['Für 80 Franken']],
    [
      '<style>a{color:red}.alt, p.weg{text-decoration:line-through}</style><p>Ab <b class="alt">90</b> 80</p>',
      ['Ab 80'],
    ],
    ['<p>Eins.</p><del><p>Zwei.</p><p>Drei.</p></del><p>Vier.</p>', ['Eins.', 'Vier.']],
    ['<p>Eins.</p><p style="text-decoration:line-through">Zwei.</p>', ['Eins.']],
    [
      '<p>Eine <u>unterstrichene</u> und eine <mark>markierte</mark> Zeile</p>',
      ['Eine unterstrichene und eine markierte Zeile'],
    ],
  ])('%s', (html, paragraphs) => expect(read(html)).toEqual(paragraphs));

  it('is removed from feeds and their titles', () => {
    const item = {
      title: 'Fähre',
      contentHtml: '<p>Die Fähre ist <s>gesunken</s> gestrandet.</p>',
      summary: null,
    };
    expect(itemText(item)).toBe('Die Fähre ist gestrandet.');
  });
});

describe('superscript text', () => {
  it.each([
    // Marks of notes
    ['Laut Gutachten<sup>7</sup> genügt das.', 'Laut Gutachten genügt das.'],
    ['Seit 1998<sup>3</sup> gilt das.', 'Seit 1998 gilt das.'],
    ['Rund 40<a href="#fn2"><sup>2</sup></a> Boote.', 'Rund 40 Boote.'],
    ['Rund 40<sup><a href="#n2">2</a></sup> Boote.', 'Rund 40 Boote.'],
    ['Rund 40<a role="doc-noteref" href="/x">2</a> Boote.', 'Rund 40 Boote.'],
    ['Rund 40<a href="#_ftn1" class="x">[1]</a> Boote.', 'Rund 40 Boote.'],
    ['Rund 40<span class="footnote-ref">12</span> Boote.', 'Rund 40 Boote.'],
    ['Rund 40<span style="vertical-align: super; font-size: 70%">12</span> Boote.', 'Rund 40 Boote.'],
    ['Nach Angaben des Amts.<sup>1, 2</sup> Danach', 'Nach Angaben des Amts. Danach'],
    ['Im Jahr 2004<sup>1,2</sup> und', 'Im Jahr 2004 und'],
    ['Der Preis<sup>*</sup> gilt.', 'Der Preis gilt.'],
    ['Der Messwert<sup>a</sup> gilt.', 'Der Messwert gilt.'],
    ['Der Bericht[12] und die Studie³ sagen es.', 'Der Bericht und die Studie sagen es.'],
    ['Sie lobt (anders als er)<sup>4</sup> den Plan.', 'Sie lobt (anders als er) den Plan.'],
    // Exponents
    ['Etwa 10<sup>9</sup> Sterne', 'Etwa 10⁹ Sterne'],
    ['Etwa 3 · 10<sup>-4</sup> Meter', 'Etwa 3 · 10⁻⁴ Meter'],
    ['Etwa 2<sup>16</sup> Farben', 'Etwa 2¹⁶ Farben'],
    ['Die Fläche von 300 m<sup>2</sup> und 4 km<sup>2</sup>', 'Die Fläche von 300 m² und 4 km²'],
    ['Mit 9,81 m/s<sup>2</sup> fällt er', 'Mit 9,81 m/s² fällt er'],
    ['Aus a<sup>2</sup> + b<sup>2</sup> folgt c<sup>2</sup>', 'Aus a² + b² folgt c²'],
    ['Es gilt 12<sup>2</sup> = 144', 'Es gilt 12² = 144'],
    ['Es gilt (a + b)<sup>2</sup>', 'Es gilt (a + b)²'],
    // Parts of words
    [
      'Le 1<sup>er</sup> mai, au XX<sup>e</sup> siècle, M<sup>me</sup> Roy',
      'Le 1er mai, au XXe siècle, Mme Roy',
    ],
    ['The 3<sup>rd</sup> of May, Brand<sup>TM</sup>', 'The 3rd of May, BrandTM'],
    ['Die Leser<sup>*</sup>innen', 'Die Leser*innen'],
    ['Das Isotop <sup>14</sup>C und CO<sub>2</sub>', 'Das Isotop 14C und CO2'],
  ])('%s', (html, text) => expect(read(`<p>${html}</p>`)).toEqual([text]));

  it('is kept if it is a separate paragraph', () => {
    expect(read('<p><sup>Diese Zeile ist klein gesetzt, aber eine Zeile.</sup></p>')).toHaveLength(1);
  });
});

describe('initials', () => {
  it.each([
    ['de', '<p><span class="x">D</span> as Boot liegt im Hafen.</p>', ['Das Boot liegt im Hafen.']],
    ['de', '<p><b>„D</b> as Boot liegt fest“, sagt sie.</p>', ['„Das Boot liegt fest“, sagt sie.']],
    ['de', '<div>D</div><p>as Boot liegt im Hafen.</p>', ['Das Boot liegt im Hafen.']],
    ['de', '<p><img src="d.png" alt="D">as Boot liegt im Hafen.</p>', ['Das Boot liegt im Hafen.']],
    ['en', '<p><b>I</b> n the harbour.</p>', ['In the harbour.']],
    ['en', '<p><b>T</b> he harbour.</p>', ['The harbour.']],
    ['en', '<p><b>A</b> boat came.</p><p>The boat left.</p>', ['A boat came.', 'The boat left.']],
    ['en', '<p><b>A</b> lice left.</p><p>So Alice came.</p>', ['Alice left.', 'So Alice came.']],
    ['fr', '<p><b>À</b> bord, tout va bien.</p>', ['À bord, tout va bien.']],
    ['de', '<p>Vitamin <b>C</b> ist gesund.</p>', ['Vitamin C ist gesund.']],
  ])('%s %s', (language, html, paragraphs) => expect(read(html, language)).toEqual(paragraphs));
});

describe('formulas and program code', () => {
  const math = '<math><mi>F</mi><mo>=</mo><mi>m</mi><mi>a</mi></math>';
  it.each([
    ['de', `<p>Es gilt ${math}, sagt er.</p>`, ['Es gilt F = ma, sagt er.']],
    ['de', '<p>Mit <math alttext="a^{2}"><mi>a</mi></math> folgt</p>', ['Mit a² folgt']],
    ['de', '<p>Aus <math alttext="\\int_0^1 f"><mi>f</mi></math> folgt</p>', ['Aus Formel folgt']],
    ['en', '<p>From <math><mtable><mtr></mtr></mtable></math> follows</p>', ['From formula follows']],
    ['fr', '<p>La formule <math><mtable></mtable></math>, dit-il.</p>', ['La formule, dit-il.']],
    ['en', '<p>With \\(a^2\\) and $$\\frac{a}{b}$$ done</p>', ['With a² and a/b done']],
    [
      'en',
      `<p>So <span class="katex"><span>${math}</span><span class="katex-html" aria-hidden="true">F=ma</span></span>.</p>`,
      ['So F = ma.'],
    ],
    [
      'en',
      '<p>So <img class="mwe-math-fallback-image-inline" alt="{\\displaystyle a^{2}}">.</p>',
      ['So a².'],
    ],
    ['en', '<p>One.</p><pre><code>let a = 1;</code></pre><p>Two.</p>', ['One.', 'Two.']],
    ['en', '<p>One.</p><pre class="brush: sh">ls</pre><p>Two.</p>', ['One.', 'Two.']],
    ['en', '<p>One.</p><pre>if (a == b) {\n  run();\n}</pre><p>Two.</p>', ['One.', 'Two.']],
    [
      'en',
      '<pre>The sea is calm tonight,\nthe tide is full</pre>',
      ['The sea is calm tonight, the tide is full'],
    ],
    ['en', '<p>Run <code>npm test</code> first.</p>', ['Run npm test first.']],
  ])('%s %s', (language, html, paragraphs) => expect(read(html, language)).toEqual(paragraphs));
});

it('words in adjacent elements are separated, parts of a word are not', () => {
  expect(read('<div><span>Merken</span><span>Drucken</span></div>')).toEqual(['Merken Drucken']);
  expect(read('<p><b>Wort</b><i>teil</i> und You<b>Tube</b></p>')).toEqual(['Wortteil und YouTube']);
});
