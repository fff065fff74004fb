import { describe, expect, it } from 'vitest';
import { inventoryOf, readIpa } from './ipa.ts';
import { ipaOfXSampa } from './x-sampa.ts';

describe('IPA', () => {
  it('is split into the phonemes of a language, longest first, for any keyboard input', () => {
    expect(readIpa('ˈt͡ʃɛːs', 'de-DE').symbols).toEqual(['ˈ', 'tʃ', 'ɛː', 's']);
    expect(readIpa("/g'a:bə/", 'de-DE').symbols).toEqual(['ɡ', 'ˈ', 'aː', 'b', 'ə']);
    expect(readIpa('makʁɔ̃', 'fr-FR').unknown).toEqual([]);
    expect(readIpa('ç', 'de').unknown).toEqual([]);
  });

  it('reports phonemes that a language lacks, with their position', () => {
    expect(readIpa('maʀɬa', 'en-GB').unknown).toEqual([
      { start: 2, length: 1, symbol: 'ʀ' },
      { start: 3, length: 1, symbol: 'ɬ' },
    ]);
    expect(readIpa('æ7', 'de-DE').unknown.map(({ symbol }) => symbol)).toEqual(['æ', '7']);
  });

  it('covers every phoneme of its own inventories', () => {
    for (const language of ['de', 'en', 'fr', 'es', 'it', 'nl'])
      for (const symbol of inventoryOf(language))
        expect([language, symbol, readIpa(symbol, language).unknown]).toEqual([language, symbol, []]);
  });

  it('is read from X-SAMPA', () => {
    expect(ipaOfXSampa('"mERts')).toBe('ˈmɛʁts');
    expect(ipaOfXSampa('makRO~')).toBe('makʁɔ̃'.normalize('NFC'));
    expect(ipaOfXSampa('"d_ZEImz')).toBe('ˈd͡ʒɛɪmz');
    expect(ipaOfXSampa('!')).toBeNull();
  });
});
