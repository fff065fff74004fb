/** How many of a text's characters are what, in one look at each. */
export interface Signs {
  letters: number;
  upper: number;
  digits: number;
  commas: number;
  separators: number;
}

/** Kinds of characters; the first is of those that were not looked up. */
const [unknown, other, letter, capital, digit, comma, separator] = [0, 1, 2, 3, 4, 5, 6];
/** What each character is, by its code, as far as it was looked up. */
const kindsOfCode = new Uint8Array(0x10000);

function kindOfCharacter(character: string): number {
  if (/\p{Lu}/u.test(character)) return capital;
  if (/\p{L}/u.test(character)) return letter;
  if (/\d/.test(character)) return digit;
  if (/[,;、，]/.test(character)) return comma;
  return /[|·•»›→/]/.test(character) ? separator : other;
}

/** Letters count as code points. */
export function signsOf(text: string): Signs {
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    let kind = kindsOfCode[code] as number;
    if ((code & 0xf800) === 0xd800) {
      const character = String.fromCodePoint(text.codePointAt(at) as number);
      kind = kindOfCharacter(character);
      at += character.length - 1;
    } else if (kind === unknown) kindsOfCode[code] = kind = kindOfCharacter(text[at] as string);
    counts[kind] = (counts[kind] as number) + 1;
  }
  const [, , letters = 0, upper = 0, digits = 0, commas = 0, separators = 0] = counts;
  return { letters: letters + upper, upper, digits, commas, separators };
}
