import { toCardinal } from 'n2words/es-ES';
import { sayWithDecimals } from '../number-rules.ts';
import type { Gender } from '../quantity-rules.ts';
import type { NumberMarks, WrittenNumber } from '../written-number.ts';

export const digits = 'cero uno dos tres cuatro cinco seis siete ocho nueve'.split(' ');
/** How Spanish writes numbers. */
export const marks: NumberMarks = { group: ".   '’", decimal: ',' };

/** "un" before "mil" and "millones", where the library has "uno". */
const repaired = (words: string): string =>
  words
    .replaceAll('dieciseis', 'dieciséis')
    .replace(/veintiuno (?=mil|bill|trill)/g, 'veintiún ')
    .replace(/(?<=y|ciento|cientos|nientos) uno (?=mil|bill|trill)/g, ' un ');

export const cardinal = (value: number | string): string => repaired(toCardinal(BigInt(value)));

/** "un", "veintiún", "treinta y un" before a masculine noun. */
export const shortenOne = (words: string): string =>
  words.replace(/veintiuno$/, 'veintiún').replace(/\buno$/, 'un');

/** "doscientas", "veintiuna": millions stay masculine, and so does "un mil". */
export function feminine(value: number | string): string {
  const words = cardinal(value);
  const at = Math.max(words.lastIndexOf('millones'), words.lastIndexOf('millón'), words.lastIndexOf('bill'));
  const below = words.slice(at < 0 ? 0 : at);
  return (
    words.slice(0, at < 0 ? 0 : at) +
    below
      .replaceAll('cientos', 'cientas')
      .replaceAll('quinientos', 'quinientas')
      .replace(/(\b|veinti)uno$/, '$1una')
  );
}

const units = 'primero segundo tercero cuarto quinto sexto séptimo octavo noveno'.split(' ');
const tens =
  'décimo vigésimo trigésimo cuadragésimo quincuagésimo sexagésimo septuagésimo octogésimo nonagésimo'.split(
    ' ',
  );
const hundreds =
  'centésimo ducentésimo tricentésimo cuadringentésimo quingentésimo sexcentésimo septingentésimo octingentésimo noningentésimo'.split(
    ' ',
  );
const teens: Readonly<Record<number, string>> = {
  11: 'undécimo',
  12: 'duodécimo',
  13: 'decimotercero',
  14: 'decimocuarto',
  15: 'decimoquinto',
  16: 'decimosexto',
  17: 'decimoséptimo',
  18: 'decimoctavo',
  19: 'decimonoveno',
};

/**
 * "tercero", "tercera", "vigésimo primero"; from a thousand on, and for zero, the number.
 * @param isShort before a masculine noun: "primer", "tercer"
 */
export function ordinal(value: number, gender: Gender = 'm', isShort = false): string {
  if (value < 1 || value > 999) return cardinal(value);
  const [hundred, below] = [Math.floor(value / 100), value % 100];
  const parts = [
    ...(hundred > 0 ? [hundreds[hundred - 1]!] : []),
    ...(teens[below] !== undefined
      ? [teens[below]]
      : [
          ...(below >= 10 ? [tens[Math.floor(below / 10) - 1]!] : []),
          ...(below % 10 > 0 ? [units[(below % 10) - 1]!] : []),
        ]),
  ];
  if (gender === 'f') return parts.map((part) => part.replace(/o$/, 'a')).join(' ');
  const words = parts.join(' ');
  return isShort ? words.replace(/(prim|terc)ero$/, '$1er') : words;
}

/** A number with its decimals, as words. */
export const say = sayWithDecimals(cardinal, 'coma', digits);

/** A number before a noun of a gender; 'n' stands for what takes no short form ("por ciento"). */
export const count = (number: WrittenNumber, gender: Gender): string =>
  number.decimals !== '' || gender === 'n'
    ? say(number, { language: 'es' })
    : gender === 'f'
      ? feminine(number.whole)
      : shortenOne(cardinal(number.whole));

const feminineWords = new Set(
  (
    'mujer mujeres vez veces noche noches parte partes clase clases calle calles torre torres imagen imágenes voz voces ley leyes muerte ' +
    'muertes sede sedes llave llaves mano manos red redes base bases serie series frase frases tarde tardes nave naves cárcel cárceles flor ' +
    'flores luz luces cruz cruces señal señales pared paredes razón razones canción fuente fuentes fase fases variante variantes víctima madre madres'
  ).split(' '),
);
const masculineWords =
  /^(?:d[ií]as?|problemas?|programas?|sistemas?|temas?|climas?|mapas?|planetas?|idiomas?|poemas?|dramas?|síntomas?|diplomas?|aromas?|\p{L}+ogramas?|\p{L}+istas?|atletas?|policías|guardias|patriotas?|cometas?|sofás?|papás?|aviones|camiones|para|hasta|contra|hacia|cada|toda|esta|ella|ellas|estaba|había|sería|tenía|podría|era|eran|nada|ahora|fuera|cerca|antes|después|además|apenas|mientras|quizás|más|menos|entonces|vascas?)$/u;

/** Whether a noun, or an adjective before it, is feminine, as far as its ending shows it. */
export const isFeminine = (word: string): boolean =>
  word.length >= 4 &&
  (!masculineWords.test(word) || /(?:re|entre)?vistas?$|^[lp]istas?$|conquistas?$/.test(word)) &&
  (feminineWords.has(word) ||
    /(?:as?|[cstxg]i[óo]n(?:es)?|[dt]ad(?:es)?|tud(?:es)?|umbres?|niones)$/.test(word));
