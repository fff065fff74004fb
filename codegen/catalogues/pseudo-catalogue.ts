/**
 * A language to look with: the source's messages in letters that no language writes, longer than English by
 * as much as German or French are at their longest, and in brackets. What can be read without effort is not
 * from the catalogue; where a bracket is missing, a box is too narrow.
 */
import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { isMessage, type Catalogue, type Texts } from './read-catalogues.ts';

/** English with accents, as CLDR calls it. */
export const pseudoLanguage = 'en-XA';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = [...'åƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'];
const letters = new Map([...plain].map((letter, place) => [letter, accented[place]!]));

/** Each vowel twice: two fifths more, in long words and in short ones. */
const longer = (text: string): string =>
  [...text.replaceAll(/[aeiou]/gi, '$&$&')].map((letter) => letters.get(letter) ?? letter).join('');

/** The messages of a catalogue in the pseudo-language: parameters, tags, plurals and choices as they are. */
export const pseudoCatalogue = (source: Catalogue): Catalogue => ({
  language: pseudoLanguage,
  name: `[${longer(source.name)}]`,
  parts: new Map([...source.parts].map(([part, texts]) => [part, pseudoTexts(texts) as typeof texts])),
});

function pseudoTexts(texts: Texts): Texts {
  if (!isMessage(texts)) return new Map([...texts].map(([key, inner]) => [key, pseudoTexts(inner)]));
  const { elements, parameters } = texts;
  if (elements.length === 0) return texts;
  return { elements: [literal('['), ...elements.map(pseudoElement), literal(']')], parameters };
}

const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value });

function pseudoElement(element: MessageFormatElement): MessageFormatElement {
  switch (element.type) {
    case TYPE.literal:
      return { ...element, value: longer(element.value) };
    case TYPE.tag:
      return { ...element, children: element.children.map(pseudoElement) };
    case TYPE.select:
    case TYPE.plural: {
      const options = Object.fromEntries(
        Object.entries(element.options).map(([key, option]) => [
          key,
          { ...option, value: option.value.map(pseudoElement) },
        ]),
      );
      return { ...element, options } as typeof element;
    }
    default:
      return element;
  }
}
