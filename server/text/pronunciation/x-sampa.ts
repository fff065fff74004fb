/** IPA in ASCII (J. C. Wells, "Computer-coding the IPA", 1995), for services and files that take no IPA. */
const table: Record<string, string> = {
  ɑ: 'A',
  æ: '{',
  ɐ: '6',
  ɒ: 'Q',
  ɓ: 'b_<',
  β: 'B',
  ɔ: 'O',
  ç: 'C',
  ð: 'D',
  ɖ: 'd`',
  ə: '@',
  ɚ: '@`',
  ɛ: 'E',
  ɜ: '3',
  ɝ: '3`',
  ɟ: 'J\\',
  ɡ: 'g',
  ɣ: 'G',
  ɦ: 'h\\',
  ɥ: 'H',
  ɪ: 'I',
  ʝ: 'j\\',
  ɫ: '5',
  ʎ: 'L',
  ɱ: 'F',
  ɲ: 'J',
  ŋ: 'N',
  ø: '2',
  œ: '9',
  ɹ: 'r\\',
  ɾ: '4',
  ʁ: 'R',
  ʀ: 'R\\',
  ʃ: 'S',
  ʂ: 's`',
  θ: 'T',
  ʊ: 'U',
  ʋ: 'v\\',
  ʌ: 'V',
  ʍ: 'W',
  χ: 'X',
  ʏ: 'Y',
  ʒ: 'Z',
  ʐ: 'z`',
  ʔ: '?',
  ː: ':',
  ˈ: '"',
  ˌ: '%',
  ʰ: '_h',
  ʲ: "'",
  '\u0303': '~',
  '\u0329': '=',
  '\u032f': '_^',
  '͡': '_',
  '͜': '_',
};

const signs = Object.entries(table)
  .filter(([character]) => character !== '͜')
  .sort(([, a], [, b]) => b.length - a.length);

/** X-SAMPA as IPA, the longest sign first. @returns null if it contains an invalid symbol */
export function ipaOfXSampa(ascii: string): string | null {
  let ipa = '';
  for (let at = 0; at < ascii.length;) {
    const found = signs.find(([, sign]) => ascii.startsWith(sign, at));
    if (!found && !/[a-z .|]/.test(ascii[at]!)) return null;
    ipa += found ? found[0] : ascii[at]!;
    at += found ? found[1].length : 1;
  }
  return ipa.normalize('NFC');
}
