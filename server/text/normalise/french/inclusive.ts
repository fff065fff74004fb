import type { SpellingRule } from '../spelling.ts';

/** Words whose two forms are written out: "le·la", "ceux·celles". */
const wholeForms = new Set(
  'la elle elles celle celles une la sa ma ta cette aucune quelle quelles telle telles toute toutes'.split(
    ' ',
  ),
);

/** The feminine of a word by the ending that is written after the dot; null: unknown. */
function feminineOf(word: string, ending: string): string | null {
  const replaced = (last: RegExp, by: string) => (last.test(word) ? word.replace(last, by) : null);
  switch (ending) {
    case 'e':
      return replaced(/er$/, 'ère') ?? `${word.replace(/s$/, '')}e`;
    case 'rice':
    case 'trice':
      return replaced(/teur$/, 'trice');
    case 'euse':
      return replaced(/eur$/, 'euse') ?? replaced(/eux$/, 'euse');
    case 'eresse':
      return replaced(/eur$/, 'eresse');
    case 'ère':
      return replaced(/er$/, 'ère');
    case 'ière':
      return replaced(/ier$/, 'ière');
    case 've':
      return replaced(/f$/, 've');
    case 'se':
      return replaced(/x$/, 'se') ?? replaced(/r$/, 'se');
    case 'ne':
    case 'te':
    case 'le':
    case 'sse':
      return word + ending;
    case 'esse':
      return word.replace(/e?$/, 'esse');
    default:
      return null;
  }
}

const plural = (word: string): string => (/[sxz]$/.test(word) ? word : `${word}s`);

/** "étudiant·e·s" as "étudiants et étudiantes". Tried at a word that a raised dot follows. */
export const inclusive: SpellingRule = {
  name: 'inclusive writing',
  pattern: /(\p{L}+)[·•⋅‧](\p{Ll}+?(?:[·•⋅‧]e)?)(?:[·•⋅‧]?(s))?(?![\p{L}\p{N}·•⋅‧])/uy,
  say: ([, word, ending, s], { before }) =>
    bothForms(word!, ending!.replace(/[·•⋅‧]/g, ''), s !== undefined, before),
};

/** With full stops or hyphens: "étudiant.e.s", "étudiant-e-s". */
export const inclusiveOtherwise: SpellingRule = {
  name: 'inclusive writing with full stops or hyphens',
  pattern:
    /(\p{L}{3,})([.-])(e|ne|te|le|se|ve|sse|rice|trice|euse|ère|ière)(?:\2(s))?(?![\p{L}\p{N}]|[.-]\p{L})/uy,
  say: ([, word, mark, ending, s], { before }) =>
    mark === '-' && s === undefined ? null : bothForms(word!, ending!, s !== undefined, before),
};

/** "les salarié.es" after a plural's article; elsewhere it may be an address in Spain. */
export const inclusivePlural: SpellingRule = {
  name: 'inclusive writing with one full stop',
  pattern: /(\p{L}{3,})\.(e|ne|te|le|se|ve|trice|rice|euse)s(?![\p{L}\p{N}]|[./@-]\p{L})/uy,
  say: ([, word, ending], { before }) =>
    /(?:^|[\s(])(?:les|des|aux|ces|ses|mes|tes|nos|vos|leurs|certains|plusieurs)\s$/iu.test(before)
      ? bothForms(word!, ending!, true, before)
      : null,
};

function bothForms(written: string, end: string, isPlural: boolean, before: string): string | null {
  if (/[\p{L}\p{N}’'·•⋅‧-]$/u.test(before.replace(/\b[ldmtsncjLDMTSNCJ][’']$/u, ''))) return null;
  if (/^[Tt]ou[st]?$/.test(written) && /^tes?$/.test(end)) return `${written[0]!}ous et toutes`;
  // "agriculteurs·trices" has its plural on both sides.
  const word = /^(?:t?rices?|euses?|i?ères?|ves?)$/.test(end) ? written.replace(/s$/, '') : written;
  const isMany = isPlural || word !== written || (written.endsWith('s') && end.endsWith('es'));
  return joined(
    end.endsWith('es') ? word.replace(/s$/, '') : word,
    isMany ? end.replace(/(?<=e)s$/, '') : end,
    isMany,
  );
}

function joined(word: string, ending: string, isMany: boolean): string | null {
  if (wholeForms.has(ending) || wholeForms.has(`${ending}s`)) {
    if (isMany) return `${plural(word)} et ${ending}s`;
    return `${word} ${/s$|eux$/.test(ending) ? 'et' : 'ou'} ${ending}`;
  }
  if (ending === 's') return null;
  const feminine = feminineOf(word, ending)?.toLowerCase() ?? null;
  if (feminine === null) return null;
  return isMany ? `${plural(word)} et ${plural(feminine)}` : `${word} ou ${feminine}`;
}
