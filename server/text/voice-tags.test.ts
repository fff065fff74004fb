import { describe, expect, it } from 'vitest';
import { parseVoiceTags, VoiceTagError } from './voice-tags.ts';

const read = (text: string) =>
  parseVoiceTags(text).map(({ start, end, voice }) => [text.slice(start, end), voice]);

describe('parseVoiceTags', () => {
  it('assigns each passage its voice', () => {
    expect(read('Before <voice name="Anna" style=\'calm\' language="de-DE">inside</voice> after')).toEqual([
      ['Before ', undefined],
      ['inside', { name: 'Anna', style: 'calm', language: 'de-DE' }],
      [' after', undefined],
    ]);
  });

  it('reads white space, capitals and entities inside a tag', () => {
    expect(read('<VOICE\n name = "A &amp; B" >x</Voice >')).toEqual([['x', { name: 'A & B' }]]);
  });

  it('omits empty passages', () => {
    expect(read('<voice name="a"></voice><voice name="b">x</voice>')).toEqual([['x', { name: 'b' }]]);
    expect(read('')).toEqual([]);
  });

  it.each([
    '3 < 5 and 7 > 4',
    'a <b>bold</b> word',
    '<voices name="a">',
    '</voiceover>',
    '< voice name="a">',
    '&lt;voice&gt;',
  ])('treats %j as text', (text) => {
    expect(read(text)).toEqual([[text, undefined]]);
  });

  it.each([
    ['unclosed', 'a\n😀b <voice name="x">c', 2, 4, /never closed/],
    ['unopened', 'a</voice>', 1, 2, /no opening tag/],
    ['nested', '<voice name="x">\n <voice name="y">z</voice></voice>', 2, 2, /inside another/],
    ['without a name', '<voice style="calm">z</voice>', 1, 1, /no name/],
    ['with an empty name', '<voice name=" ">z</voice>', 1, 1, /no name/],
    ['with an unknown attribute', 'ab <voice name="x" pitch="2">z</voice>', 1, 4, /"pitch"/],
    ['with an attribute twice', '<voice name="x" name="y">z</voice>', 1, 1, /twice/],
    ['without quotes', '<voice name=x>z</voice>', 1, 1, /malformed/],
    ['without its end tag', '<voice name="x" z</voice>', 1, 1, /malformed/],
    ['that is self-closing', '<voice name="x"/>', 1, 1, /self-closing/],
    ['with a malformed end', '<voice name="x">z</voice', 1, 18, /must be written/],
  ])('refuses a tag %s, with its position', (_, text, line, column, message) => {
    try {
      parseVoiceTags(text);
      expect.unreachable('the tag was taken');
    } catch (error) {
      expect(error).toBeInstanceOf(VoiceTagError);
      const { line: foundLine, column: foundColumn, offset, message: said } = error as VoiceTagError;
      expect(said).toMatch(message);
      expect([foundLine, foundColumn]).toEqual([line, column]);
      expect(text.slice(offset)).toMatch(/^<\/?voice/);
    }
  });
});
