import type { Gender } from '../quantity-rules.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

const nouns: Readonly<Record<Gender, ReadonlySet<string>>> = {
  m: words(
    'januar jänner februar feber märz april mai juni juli august september oktober november dezember tag jahrestag geburtstag todestag ' +
      'hochzeitstag spieltag platz rang bezirk stock weltkrieg krieg akt teil satz sieg titel treffer sohn mann monat abend abschnitt absatz ' +
      'artikel band durchgang wahlgang versuch anlauf lauf start punkt schritt stern gang kongress gipfel parteitag senat könig kaiser papst ' +
      'präsident kanzler bürgermeister vorsitzende trainer spieler gegner mensch euro meter kilometer prozentpunkt grad monat sonntag montag ' +
      'dienstag mittwoch donnerstag freitag samstag advent feiertag weihnachtstag fc sc sv tsv vfb vfl rang ort fall feldzug zug kilometer liter ' +
      'schultag arbeitstag verhandlungstag prozesstag jahrgang lehrgang breitengrad längengrad gipfeltag saisonsieg saisontreffer akkord aufschlag ' +
      'matchball wagen hund schüler deutsche bundesbürger befragte einwohner haushalt arbeitnehmer beschäftigte patient internationale',
  ),
  f: words(
    'runde liga bundesliga etage auflage minute stunde sekunde woche kalenderwoche hälfte halbzeit staffel folge stufe welle etappe generation ' +
      'lesung klasse phase ausgabe instanz person kammer strafkammer zivilkammer republik legislaturperiode wahlperiode amtszeit saison ' +
      'division armee reihe spalte zeile seite nacht million milliarde tochter frau ehe auszeichnung niederlage chance tonne mark nummer ' +
      'familie sinfonie symphonie sonate kurve ferienwoche schwangerschaftswoche stelle nachspielminute mannschaft partei impfung dosis frage ' +
      'kraft strophe szene bundesversammlung liga-saison internationale premiere',
  ),
  n: words(
    'jahrhundert jahrtausend jahrzehnt jahr lebensjahr geschäftsjahr schuljahr mal kapitel quartal halbjahr spiel tor obergeschoss semester drittel ' +
      'viertel fünftel stockwerk buch finale viertelfinale halbfinale kind gebot reich rennen turnier bild element treffen album heft regiment ' +
      'bataillon dezennium opfer mitglied prozent kilo gramm pfund geschoss untergeschoss bundesland land werk konzert studio haus ' +
      'lebensjahrzehnt saisontor saisonspiel länderspiel auto unternehmen',
  ),
};

const longest = 14;

/**
 * Returns the gender of a German noun by its ending: known nouns, also as the last part of compounds, then
 * suffixes. Null: unknown.
 */
export function genderOf(noun: string): Gender | null {
  const word = noun.toLowerCase().replace(/^.*-(?=\p{L})/u, '');
  for (let from = Math.max(0, word.length - longest); from < word.length - 1; from++) {
    const part = word.slice(from);
    for (const gender of ['m', 'f', 'n'] as const)
      if (
        nouns[gender].has(part) ||
        (part.endsWith('s') && part.length > 4 && gender !== 'f' && nouns[gender].has(part.slice(0, -1)))
      )
        return gender;
  }
  if (/(?:ung|heit|keit|schaft|ion|tät|ik|enz|anz|ei|ur|in)$/.test(word)) return 'f';
  if (/(?:chen|lein|ment|tum|um|nis|tel)$/.test(word)) return 'n';
  if (/(?:ling|ismus|er|or|ist|ant|ent|tag)$/.test(word)) return 'm';
  return word.endsWith('e') ? 'f' : null;
}

const dativeBefore =
  '(?:in|mit|von|aus|bei|nach|zu|seit|während|wegen|an|auf|vor|hinter|über|unter|zwischen|neben|laut|dank|trotz|gegenüber|statt|anstelle|innerhalb|außerhalb|angesichts)';
const derAfterPreposition = new RegExp(
  `(?:^|[^\\p{L}])${dativeBefore}\\s(?:der|dieser|jeder|jener|einer|unserer|ihrer|seiner|meiner|keiner)\\s(?:\\p{Ll}+en\\s)?$`,
  'iu',
);
const lastWord = /([\p{L}]+),?[\s(„“"'»«]*$/u;
const possessive = /^(?:ein|kein|mein|dein|sein|ihr|unser|euer|eur)(e|en|em|er|es)?$/;

const weakEn = words(
  'am im vom zum zur beim den dem des diesen diesem jeden jedem jenen jenem allen welchen welchem manchen beiden denen ab bis',
);
const weakE = words('die das ans ins aufs fürs durchs diese dieses jedes jene jenes jede welche welches');
const strongDative = words('seit nach vor aus bei mit von zu');
const chain = words('und oder bis sowie');
/** Ordinals before this one in a list. */
const chainBefore =
  /(?:\d{1,4}\.\s?(?:,|und|oder|bis|sowie|bis zum|bis zur|auf den|auf die|[-–/&+])\s?){1,8}$/u;
const isPlural = (noun: string): boolean => noun.endsWith('en') && genderOf(noun.slice(0, -1)) === 'f';
const weekday =
  /\b(?:am|vom|zum|den|dem|bis)\s(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonnabend|Sonntag|(?:Mo|Di|Mi|Do|Fr|Sa|So)\.?),?\s$/i;

/**
 * Returns the ending of an ordinal (after "-t" or "-st") by the text before it and the noun after it.
 * @param written the text before the number; in a list ("am 1. und 2. Mai") the text before its first number
 * @param noun after it; empty: there is none
 */
export function ordinalEnding(written: string, noun: string): string {
  const before = written.replace(chainBefore, '');
  if (weekday.test(before)) return 'en';
  const gender = noun ? genderOf(noun) : null;
  const strong = gender === 'f' ? 'e' : gender === 'n' ? 'es' : 'er';
  const word = lastWord.exec(
    before.replace(/(?:\p{Ll}+(?:ste|te|ere|ige|liche|ische)[nrsm]?\s)$/u, (found) =>
      /^(?:erste|letzte)/.test(found) ? found : '',
    ),
  )?.[1];
  if (word === undefined) return strong;
  const small = word.toLowerCase();
  // A comma ends what belongs to the word before, but not after weekdays.
  if (/,\s*$/.test(before) && !/tag,\s*$/.test(before)) return strong;
  if (weakEn.has(small)) return 'en';
  if (weakE.has(small)) return small === 'die' && isPlural(noun) ? 'en' : 'e';
  if (small === 'der' || small === 'dieser' || small === 'jeder' || small === 'jener') {
    if (gender === 'f') return 'en';
    if (derAfterPreposition.test(before)) return 'en';
    return 'e';
  }
  const own = possessive.exec(small);
  if (own) {
    if (own[1] === undefined) return gender === 'n' ? 'es' : gender === 'f' ? 'e' : 'er';
    return own[1] === 'e' ? 'e' : 'en';
  }
  if (chain.has(small)) {
    // "am dritten und vierten": inflected by the text before the first one.
    const earlier = /(\p{L}+)\s\d{1,3}\.\s?(?:und|oder|bis|sowie)\s$/u.exec(before)?.[1]?.toLowerCase();
    if (earlier !== undefined) return ordinalEnding(`${earlier} `, noun);
    return strong;
  }
  if (strongDative.has(small)) return gender === 'f' ? 'er' : 'em';
  if (small === 'in' || small === 'auf' || small === 'an' || small === 'unter')
    return gender === 'f' ? 'er' : 'em';
  return strong;
}

/** Text before a number with a full stop that makes it an ordinal: "am 3.", "sein 2.". */
export const ordinalBefore =
  /(?:^|[\s(„»"])(?:der|die|das|den|dem|des|am|im|vom|zum|zur|beim|ans|ins|fürs|ein|eine|einen|einem|einer|jede[rsnm]?|diese[rsnm]?|(?:m|s|d)ein(?:e[rsnm]?)?|ihr(?:e[rsnm]?)?|unsere?[rsnm]?)\s(?:\p{Ll}+e[rsnm]?\s)?$/iu;
/** Text after a number with a full stop that makes it an ordinal: "1. FC Köln", "2. Weltkrieg". */
export const ordinalNoun =
  /^(?:Platz|Rang|Weltkriegs?|Jahrhunderts?|Jh\.|Jahrtausends?|Bundesliga|Liga|Runde|Spieltag|Minute|Etage|Stock|Obergeschoss|OG|Kapitel|Auflage|Mal|Klasse|Bezirk|Geburtstag|Todestag|Jahrestag|Quartal|Halbjahr|Halbzeit|Hälfte|Advent|Weihnachtstag|FC|SC|FSV|FCK|Sinfonie|Symphonie|Wahlperiode|Legislaturperiode|Woche|Kalenderwoche|Schwangerschaftswoche|Lesung|Satz|Etappe|Staffel|Folge|Internationale|Wahlgang|Instanz|Lebensjahr|Strafkammer|Senat|Zivilkammer|Tag|Mai|Jahrestags)(?![\p{L}])/u;

/** "ein", "eine", "einem" and so on before a noun. @param before the text before the number */
export function oneBefore(before: string, gender: Gender | null): string {
  const word = lastWord.exec(before)?.[1]?.toLowerCase() ?? '';
  const dative = strongDative.has(word) || word === 'innerhalb';
  if (gender === 'f') return dative ? 'einer' : 'eine';
  if (dative) return 'einem';
  const accusative =
    word === 'um' || word === 'für' || word === 'gegen' || word === 'ohne' || word === 'durch';
  return accusative && gender === 'm' ? 'einen' : 'ein';
}
