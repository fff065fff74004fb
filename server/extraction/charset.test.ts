import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { charsetOf, decodeText, isKnownCharset } from './charset.ts';

const german =
  'Größere Brücken müssen für den Verkehr geschlossen werden – so lautet das „Gebot“ der Stunde. ';
const html = (text: string, meta = ''): string =>
  `<html><head>${meta}<title>x</title></head><body><p>${text.repeat(4)}</p></body></html>`;

describe('encodings', () => {
  it.each([
    ['utf-8', html(german), {}],
    ['windows-1252', html(german), {}],
    ['windows-1252', html(german), { contentType: 'text/html; charset=iso-8859-1' }],
    ['windows-1252', html(german, '<meta charset="iso-8859-1">'), {}],
    ['windows-1252', html(german, '<meta charset="utf-8">'), { contentType: 'text/html; charset=utf-8' }],
    [
      'utf-8',
      html(german, '<meta charset="iso-8859-1">'),
      { contentType: 'text/html; charset=windows-1252' },
    ],
    ['shift_jis', html('川沿いの古書店は、船の上で営業を再開した。'), {}],
    ['shift_jis', html('川沿いの古書店は、船の上で営業を再開した。', '<meta charset="x-sjis">'), {}],
    ['euc-jp', html('川沿いの古書店は、船の上で営業を再開した。'), {}],
    ['gb18030', html('河边的旧书店在船上重新开业了，顾客要脱鞋上船。', '<meta charset="gb2312">'), {}],
    ['big5', html('河邊的舊書店在船上重新開業了', '<meta charset="big5">'), {}],
    ['euc-kr', html('강가의 헌책방이 배 위에서 다시 문을 열었다', '<meta charset="euc-kr">'), {}],
    ['windows-1251', html('Книжный магазин у реки снова открылся на небольшом корабле.'), {}],
    [
      'koi8-r',
      html('Книжный магазин у реки снова открылся на небольшом корабле.', '<meta charset="koi8-r">'),
      {},
    ],
    [
      'windows-1250',
      html(
        'Jabłoń po dziadku wypuściła liście, żółte porosty świadczą o powietrzu.',
        '<meta charset="windows-1250">',
      ),
      { contentType: 'text/html; charset=utf-8' },
    ],
    ['iso-8859-2', html('Příliš žluťoučký kůň úpěl ďábelské ódy', '<meta charset="iso-8859-2">'), {}],
    ['windows-1256', html('مكتبة متنقلة تجوب قرى الوادي', '<meta charset="windows-1256">'), {}],
    ['windows-1253', html('Το βιβλιοπωλείο άνοιξε ξανά', '<meta charset="windows-1253">'), {}],
    ['utf-16le', `\uFEFF${html(german)}`, {}],
    ['utf-16be', `\uFEFF${html(german)}`, {}],
    ['utf-16le', html(german), {}],
    ['utf-8', `\uFEFF${html(german)}`, { contentType: 'text/html; charset=windows-1252' }],
  ] as [string, string, object][])('%s is detected under any label', (encoding, text, options) => {
    expect(decodeText(iconv.encode(text, encoding, { addBOM: false }), options).text).toBe(
      text.replace(/^\uFEFF/, ''),
    );
  });

  it('ISO-2022-JP is detected although it is valid ASCII', () => {
    expect(decodeText(Buffer.from('<p>\u001b$BF|K\\\u001b(B</p>', 'latin1')).text).toBe('<p>日本</p>');
  });

  it('an extraction rule overrides the document’s own charset', () => {
    expect(
      decodeText(iconv.encode('żółć', 'iso-8859-2'), {
        charset: 'iso-8859-2',
        contentType: 'text/html; charset=utf-8',
      }),
    ).toEqual({ text: 'żółć', encoding: 'iso-8859-2' });
  });

  it('UTF-8 with one broken byte is still read as UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from(html(german, '<meta charset="utf-8">')), Buffer.from([0xc3])]);
    expect(decodeText(bytes).text).toBe(html(german, '<meta charset="utf-8">'));
  });

  it('an XML declaration is respected', () => {
    const xml = '<?xml version="1.0" encoding="ISO-8859-15"?><rss><title>€ für Öl</title></rss>';
    expect(decodeText(iconv.encode(xml, 'iso-8859-15')).text).toBe(xml);
  });

  it('empty input gives an empty text', () => {
    expect(decodeText(new Uint8Array(0)).text).toBe('');
  });
});

it('encoding labels are read', () => {
  expect(charsetOf('text/html; Charset="UTF-8"; x=y')).toBe('UTF-8');
  expect(charsetOf('text/html')).toBeUndefined();
  expect(isKnownCharset('latin1')).toBe(true);
  expect(isKnownCharset('cp437')).toBe(true);
  expect(isKnownCharset('klingon')).toBe(false);
});
