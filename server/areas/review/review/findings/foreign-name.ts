import { primaryLanguage } from '../../../../text/primary-language.ts';
import { reviewMessages } from '../messages.ts';
import { matches, quoteWord, type Finder } from './finding.ts';

/** Accents that leave a vowel what it is: every voice says them. */
const accented = 'áéíóúàèìòùâêîôû';
/** Further letters that a language writes its own and its loan words with. */
const letters: Record<string, string> = { de: 'äöüßç', en: 'ëïöüçñ', fr: 'æçëïœüÿñ' };

/** Consonants that a word may begin with, including those of well-known names. */
const beginnings: Record<string, string> = {
  de: 'b bh bl br c ch chr cl cr d dh dr dsch f fj fl fr g gh gl gm gn gr gs gschl gschm gschw gst gw h j k kh kl kn kr l lh ll m mc n p pf pfl pfr ph phl phr pj pl pn pr ps q r rh s sc sch schl schm schn schr schw schtsch sh shr sk skl skr sl sm sn sp sph spl spr sr st str sv sw sz t th thr tj tr ts tsch tschr tw v vl w wh wl wr x z zw',
  en: 'b bh bl br c ch chr cl cr cz d dh dj dr dw f fj fl fr g gh gl gn gr gw h j k kh kl kn kr l lh ll m mc n p ph phl phr pl pn pr ps pt q r rh s sc sch schm schw scr sh shr sk sl sm sn sp sph spl spr sq sr st str sv sw t th thr thw tr ts tw v vl w wh wr x z',
  fr: 'b bh bl br c ch chl chr cl cr d dh dj dr f fj fl fr g gh gl gn gr h j k kh kl kn kr l ll m mc mn n p ph phl phr pl pn pr ps pt q r rh s sc sch sh scl scr sk sl sm sn sp sph spl spr sq st str sv sw t th thr tr ts tch v vr w wh wr x z',
};

const allowed = new Map(
  Object.entries(beginnings).map(([language, all]) => [language, new Set(all.split(' '))]),
);
/** Names, not acronyms: a capital with small letters after it, and no other one (GmbH, VfB). */
const names = /(?<![\p{L}\p{M}\d])(?:Ma?c)?\p{Lu}\p{Ll}[\p{Ll}\p{M}]+(?![\p{L}\p{M}\d])/gu;
/** What Scottish names begin with, which says nothing of the rest. */
const clan = /^Ma?c(?=\p{Lu})/u;
/** Units and abbreviations that look like a name at the beginning of a sentence. */
const noNames = new Set(['mbit', 'gbit', 'kbit', 'kto', 'tbd']);

/**
 * A name that is written as in another language: with letters that the voice's language does not have, or a
 * beginning that none of its words has. How the voice pronounces it is unpredictable.
 */
export const foreignName: Finder = {
  severity: 'hint',
  description: 'A name with foreign spelling.',
  find: (article) =>
    matches(
      article,
      ({ language }) => (allowed.has(primaryLanguage(language)) ? names : null),
      (word) =>
        isForeign(word, primaryLanguage(article.language))
          ? reviewMessages.FOUND_FOREIGN_NAME({ word: quoteWord(word) })
          : null,
    ),
};

function isForeign(word: string, language: string): boolean {
  const own = letters[language];
  const begins = allowed.get(language);
  if (own === undefined || !begins || /[^\p{Script=Latin}]/u.test(word)) return false;
  const lower = word.replace(clan, '').normalize('NFC').toLowerCase();
  // Without a vowel it is an abbreviation: Kfz, Std.
  if (noNames.has(lower) || !/[aeiouyäöüœæ]/.test(lower.normalize('NFD'))) return false;
  if (
    [...lower].some((letter) => !/[a-z]/.test(letter) && !accented.includes(letter) && !own.includes(letter))
  )
    return true;
  const [consonants = ''] = /^[bcdfghjklmnpqrstvwxz]+/.exec(lower) ?? [];
  return consonants.length > 1 && !begins.has(consonants);
}
