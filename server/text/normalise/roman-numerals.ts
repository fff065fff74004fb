const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
const valid = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;

/** Words and abbreviations that are written like numerals. */
const words = new Set([
  'MIX',
  'DI',
  'CD',
  'DC',
  'MC',
  'MD',
  'DM',
  'CM',
  'MM',
  'LI',
  'CI',
  'XL',
  'XXL',
  'X'.repeat(3),
  'CV',
  'CC',
  'CL',
  'DL',
  'ML',
  'MI',
  'DIM',
  'MILL',
  'CIVIL',
  'LLM',
  'DCI',
  'MCI',
  'MV',
  'DV',
  'LV',
  'LC',
  'CX',
  'MX',
  'DX',
  'LX',
]);

/**
 * What a Roman numeral counts; null for anything else, or for what is more likely a word ("CD", "XL").
 * @param written in capitals
 */
export function romanNumber(written: string): number | null {
  if (written === '' || words.has(written) || !valid.test(written)) return null;
  let sum = 0;
  for (let at = 0; at < written.length; at++) {
    const value = values[written[at]!]!;
    sum += value < (values[written[at + 1] ?? ''] ?? 0) ? -value : value;
  }
  return sum;
}

/** Given names of rulers and popes, in German, English and French, that numerals follow. */
const regnal = new Set(
  (
    'Abdullah Albert Albrecht Alexander Alexandra Alexandre Alfons Alfonso Alphonse Amalia André Anne Arthur August Auguste Baudouin ' +
    'Beatrix Benedict Benedikt Benoît Bonifatius Boris Carl Carlos Catherine Charles Christian Christina Christine Clemens Clément ' +
    'Constantin Edouard Édouard Edward Elisabeth Elizabeth Élisabeth Elżbieta Ernst Felipe Ferdinand Francis François Franz Franziskus ' +
    'Frederick Frédéric Friedrich Georg George Georges Gregor Gregory Grégoire Guillaume Gustaf Gustav Haakon Hadrian Harald Hassan ' +
    'Heinrich Henri Henry Humbert Hussein Innozenz Innocent Isabel Isabella Isabelle Iwan Ivan Jakob James Jacques Jean Jean-Paul ' +
    'Johann Johannes John Joseph Josef Juan Karl Kasimir Katharina Konrad Konstantin Leo Léon Leopold Léopold Louis Ludwig Luis ' +
    'Malcolm Margarete Margarethe Margrethe Margaret Maria Mary Maximilian Mehmed Michael Mohammed Moritz Murad Napoleon Napoléon Nicholas ' +
    'Nicolas Nikolaus Olaf Olav Oskar Otto Paul Pedro Peter Philip Philipp Philippe Pie Pierre Pius Ramses Richard Robert Rudolf ' +
    'Sigismund Siegmund Sixtus Sixte Stanislaus Stephan Theoderich Urban Victor Viktor Victoria Viktor Emanuel Vittorio Wilhelm ' +
    'Wilhelmina William Willem Wladimir Xerxes Zar'
  ).split(' '),
);
const feminine = new Set(
  (
    'Alexandra Amalia Anne Beatrix Catherine Christina Christine Elisabeth Elizabeth Élisabeth Isabel Isabella Isabelle Katharina Margarete ' +
    'Margarethe Margrethe Margaret Maria Mary Victoria Wilhelmina'
  ).split(' '),
);

/** Whether a ruler's numeral may follow this name, also in the genitive ("Ludwigs"). */
export const isRegnal = (name: string): boolean =>
  regnal.has(name) || (name.endsWith('s') && regnal.has(name.slice(0, -1)));
export const isFeminineName = (name: string): boolean =>
  feminine.has(name) || (name.endsWith('s') && feminine.has(name.slice(0, -1)));
