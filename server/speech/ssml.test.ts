import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { escapeXml, offsetsFromBytes, utf8Length } from './ssml.ts';

test('markup, controls and lone surrogates cannot break out', () => {
  expect(escapeXml(`<a href="x">'&'</a>\u0000\u001b\ufffe\ud800.\n`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;&apos;&amp;&apos;&lt;/a&gt;   \ufffd.\n',
  );
});

test('any text gives a well-formed document that contains it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      let said = '';
      const parser = new SaxesParser();
      parser.on('text', (part) => (said += part));
      parser.on('error', (error) => {
        throw error;
      });
      parser.write(`<speak>${escapeXml(text)}</speak>`).close();
      expect([...said].length).toBe([...text.replaceAll('\r\n', '\n')].length);
    }),
  );
});

test('byte offsets are mapped to offsets in the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      fc.boolean(),
      (before, after, escaped) => {
        const prefix = '<speak>';
        const sent = escaped ? escapeXml(before) : before;
        const indexOf = offsetsFromBytes(before + after, { prefix, escaped });
        expect(indexOf(utf8Length(prefix + sent))).toBe(before.length);
      },
    ),
  );
  expect(offsetsFromBytes('é', { prefix: '', escaped: false })(1)).toBe(-1);
});
