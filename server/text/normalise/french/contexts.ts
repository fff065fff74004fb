import type { DigitStringWords } from '../digit-strings.ts';
import { digits } from './numbers.ts';
import type { WeekdayWords } from '../weekdays.ts';

/** Short days of the week: "lun.–ven.", "sam. 5 mai". */
export const weekdays: WeekdayWords = {
  names: {
    lun: 'lundi',
    mar: 'mardi',
    mer: 'mercredi',
    jeu: 'jeudi',
    ven: 'vendredi',
    sam: 'samedi',
    dim: 'dimanche',
    Lun: 'Lundi',
    Mar: 'Mardi',
    Mer: 'Mercredi',
    Jeu: 'Jeudi',
    Ven: 'Vendredi',
    Sam: 'Samedi',
    Dim: 'Dimanche',
  },
  to: 'à',
  and: 'et',
  links: 'à|au|et|ou',
  needsStop: true,
  precededBy: /(?:^|[\s(])(?:[Ll]e|[Dd]u|[Aa]u|[Cc]haque|[Ll]es|[Cc]e|[Dd]ès)\s$/u,
  followedBy:
    /^(?:\(?(?:(?:dès|à|de)\s)?\d{1,2}\s?[hH:]|\d{1,2}(?:er)?\s(?:janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc)|(?:fermé|matin|midi|soir|après-midi)(?!\p{L}))/u,
};

const cities =
  /^\s(?:Paris|Lyon|Marseille|Toulouse|Nice|Nantes|Strasbourg|Montpellier|Bordeaux|Lille|Rennes|Reims|Toulon|Grenoble|Dijon|Angers|Nîmes|Brest|Le Mans|Aix|Tours|Amiens|Limoges|Annecy|Perpignan|Metz|Besançon|Orléans|Rouen|Mulhouse|Caen|Nancy|Versailles|Poitiers|Avignon|Pau|Colmar|Genève|Lausanne|Fribourg|Neuchâtel|Sion|Bruxelles|Liège|Namur|Charleroi|Mons|Luxembourg|Saint-\p{Lu}|Clermont|Le Havre|Boulogne|Calais|Dunkerque|Ajaccio|Bastia|Cannes|Antibes|La Rochelle|Troyes|Quimper|Valence|Chambéry|Bourges)(?![\p{Ll}])/u;

/** Digit strings: accounts, codes, post codes, and what names them. */
export const digitStrings: DigitStringWords = {
  digits,
  labels:
    /(?:^|[^\p{L}])(?:PIN|[Cc]ode|[Cc]ode (?:PIN|postal|secret|d’accès|client)|[Cc]ompte (?:n°|numéro|bancaire)|[Nn]uméro de (?:compte|carte|série|sécurité sociale|client|commande|dossier|suivi)|[Cc]arte (?:bancaire )?(?:n°|numéro)|SIREN|SIRET|RIB|BIC|CVV|[Ss]écurité sociale|[Mm]ot de passe|[Rr]éférence|[Rr]éf\.|[Ii]dentifiant|[Dd]ossier|CP)(?:\s(?:est|était|n°|numéro))?(?:\s?:)?\s$/u,
  numberWord: /(?:^|[\s(])(?:[Nn]uméro|n°|N°|nº)\s?$/u,
  serialLabels:
    /(?:^|[^\p{L}])(?:[Nn]uméro de série|[Pp]laque|[Ii]mmatricul\p{L}+|[Rr]éférence|[Cc]ode|ISIN|[Mm]odèle)(?:\s(?:est|n°))?(?:\s?:)?\s$/u,
  hyphen: 'tiret',
  isPostcode: (found, { before, after }) =>
    (found.length >= 5 || /(?:^|,\s|CH-|B-|L-)$/.test(before.slice(-4))) &&
    !found.endsWith('0000') &&
    (cities.test(after)
      ? !/^(?:1[5-9]|20)\d\d$/.test(found)
      : /(?:\bCP|[Cc]ode postal(?:\sest)?(?:\s?:)?)\s$/.test(before) ||
        (found.length === 5 && /,\s$/.test(before) && /^\s\p{Lu}\p{Ll}/u.test(after))),
};

/** "M€", "k€": what a letter before a currency multiplies. */
export const shortScales: Readonly<Record<string, string>> = {
  k: 'mille',
  K: 'mille',
  M: 'millions',
  m: 'millions',
  Md: 'milliards',
  Mds: 'milliards',
  md: 'milliards',
  mds: 'milliards',
  Mrd: 'milliards',
  G: 'milliards',
};
