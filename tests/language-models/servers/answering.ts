/** What a model is sent and answers: pieces of text by number. */
export interface Texts {
  texts: { id: number; text: string }[];
}

/** What a model says to what it was sent; a text that is no JSON where it answers otherwise. */
export type Says = (sent: Texts, instructions: string) => Texts | string;

/** Spells "2:1" and "3." out as a good model would, and leaves the rest. */
export const spelling: Says = ({ texts }) => ({
  texts: texts.map(({ id, text }) => ({
    id,
    text: text
      .replace(/2:1/g, 'zwei zu eins (KI)')
      .replace(/3\. Mai/g, 'dritten Mai')
      .replace(/12\s?%/g, 'zwölf Prozent'),
  })),
});
