import type { DigitStringWords } from '../digit-strings.ts';
import { digits } from './numbers.ts';
import type { WeekdayWords } from '../weekdays.ts';

const monthName =
  '(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jan\\.|Feb\\.|Apr\\.|Aug\\.|Sept?\\.|Okt\\.|Nov\\.|Dez\\.)';

/** Short days of the week: "Mo–Fr", "Fr 14 Uhr", "So, 5. Mai". */
export const weekdays: WeekdayWords = {
  names: {
    Mo: 'Montag',
    Di: 'Dienstag',
    Mi: 'Mittwoch',
    Do: 'Donnerstag',
    Fr: 'Freitag',
    Sa: 'Samstag',
    So: 'Sonntag',
  },
  to: 'bis',
  and: 'und',
  links: 'bis|und|oder|sowie|u\\.',
  precededBy:
    /(?:^|[\s(])(?:[Aa]m|[Aa]b|[Jj]eden|[Vv]om|[Bb]is|[Nn]ächsten|[Kk]ommenden|[Ll]etzten|[Dd]iesen|[Vv]ergangenen|[Tt]äglich außer|[Aa]ußer)\s$/u,
  followedBy: new RegExp(
    `^(?:\\(?(?:(?:ab|um|von|bis|je|jeweils|ca\\.)\\s)?(?:[01]?\\d|2[0-4])(?:[:.][0-5]\\d)?(?:\\s?(?:[-–]|bis|und|/|\\+)\\s?(?:[01]?\\d|2[0-4])(?:[:.][0-5]\\d)?)?\\s?(?:Uhr|h)(?!\\p{L})|(?:[01]?\\d|2[0-4]):[0-5]\\d|(?:[0-3]?\\d)\\.\\s?(?:(?:1[0-2]|0?[1-9])\\.|${monthName})|(?:[01]?\\d)\\s?[-–]\\s?(?:[01]?\\d|2[0-4])(?![\\d.,]|\\s?(?:[€%]|Euro|Franken|Rappen|CHF))|(?:geschlossen|Ruhetag|ganztags|nachmittags?|vormittags?|abends?|früh|mittags?|morgens?|nachts)(?!\\p{L})|den\\s\\d|dem\\s\\d)`,
    'u',
  ),
};

const places = /^\s(?:\p{Lu}[\p{Ll}ß]{2,}|(?:Bad|St\.|Sankt|Alt|Neu)\s\p{Lu})/u;
/** Words that are counted, or begin a sentence, rather than name a place after a post code. */
const countedAfter =
  /^\s(?:\p{L}+(?:en|er|innen|ungen|te|e|s|ner|ler|schaften)|Euro|Franken|Dollar|Prozent|Kilometer|Meter|Tonnen|Menschen|Personen|Stück|Mal|Mark|Liter|Kilo|Watt|Volt|Uhr)(?![\p{L}])/u;
const cities =
  /^\s(?:Bremen|München|Aachen|Essen|Gießen|Göttingen|Tübingen|Solingen|Ratingen|Reutlingen|Esslingen|Wien|Linz|Salzburg|Bern|Basel|Luzern|Baden|Winterthur|Hagen|Siegen|Leverkusen|Gelsenkirchen|Recklinghausen|Oberhausen|Mülheim|Emden|Dresden|Minden|Hannover|Münster|Trier|Worms|Speyer|Jena|Gera|Fulda|Halle|Karlsruhe|Dortmund|Düren|Moers|Neuss|Celle|Peine|Herne|Lünen|Unna|Ahlen|Bünde|Verden|Norden|Aurich|Leer|Eisenach|Bautzen|Meißen|Plauen|Zwickau|Kempten|Augsburg|Passau|Weiden|Straubing|Bregenz|Innsbruck|Sankt|St|Bad|Aarau|Olten|Thun|Genf|Lausanne|Bünde|Erlangen|Villingen|Schwenningen|Sigmaringen|Tuttlingen|Memmingen|Saarbrücken|Zweibrücken|Kaiserslautern|Wiesbaden|Heidelberg|Freiburg|Cottbus|Potsdam|Rostock|Schwerin|Kiel|Lübeck|Flensburg|Osnabrück|Oldenburg|Wolfsburg|Braunschweig|Göttingen|Kassel|Marburg|Gütersloh|Bielefeld|Paderborn|Krefeld|Duisburg|Wuppertal|Remscheid|Düsseldorf|Köln|Bonn|Koblenz|Mainz|Darmstadt|Offenbach|Hanau|Frankfurt|Würzburg|Nürnberg|Fürth|Bamberg|Bayreuth|Regensburg|Ingolstadt|Rosenheim|Konstanz|Ulm|Stuttgart|Heilbronn|Pforzheim|Mannheim|Ludwigshafen|Hamburg|Berlin|Leipzig|Chemnitz|Erfurt|Weimar|Magdeburg|Graz|Klagenfurt|Villach|Wels|Zürich|Zug|Chur|Davos|Biel|Freiburg)(?!\p{L})/u;
const addressBefore =
  /(?:^|[\s(])(?:\p{L}*(?:straße|strasse|str\.|weg|platz|gasse|allee|ring|ufer|damm|chaussee|markt|hof|Straße|Weg|Platz|Allee)\s\d{1,4}\s?[a-z]?,\s|Postfach(?:\s[\d ]{2,9})?,\s|(?:PLZ|Postleitzahl(?:en)?)(?:\s(?:ist|lautet))?:?\s|(?:in|aus|nach)\s|[A-Z]{1,2}-|Adresse:\s|,\s|\d{1,4}\s?[a-z]?,\s)$/u;

/** Digit strings: accounts, PINs, post codes, and what names them. */
export const digitStrings: DigitStringWords = {
  digits,
  labels:
    /(?:^|[^\p{L}])(?:PIN|TAN|PUK|BIC|BLZ|Bankleitzahl|Konto|Kontonummer|Konto-Nr\.|Kto\.(?:-Nr\.)?|Kundennummer|Kunden-Nr\.|Bestellnummer|Artikelnummer|Rechnungsnummer|Mitgliedsnummer|Sozialversicherungsnummer|SV-Nummer|AHV-Nummer|AHV-Nr\.|Steuernummer|Steuer-ID|Steuer-Nr\.|Matrikelnummer|Personalnummer|Ausweisnummer|Passnummer|Kreditkarte(?:nnummer)?|Kartennummer|Sicherheitscode|Zugangscode|Türcode|Code|Passwort|Kennwort|Kennung|Kennziffer|Vorgangsnummer|Chargennummer|Charge|Losnummer|Sendungsnummer|Vertragsnummer|Versicherungsnummer|Fahrgestellnummer|Seriennummer|Durchwahl|Notruf|Telefonnummer|Rufnummer|Faxnummer|Handynummer|Postleitzahl|PLZ|WKN|Wertpapierkennnummer|Meeting-ID|ID)(?:\s(?:lautet|ist|war|heißt))?:?\s$/u,
  numberWord: /(?:^|[\s(])(?:Nummer|Nr\.|Nummern)\s$/u,
  serialLabels:
    /(?:^|[^\p{L}])(?:Seriennummer|Serien-Nr\.|Fahrgestellnummer|Chargennummer|Charge|Kennzeichen|Modellnummer|Artikelnummer|Bestellnummer|Sendungsnummer|Vorgangsnummer|Buchungscode|Code|Passnummer|Ausweisnummer|ISIN|WKN|BIC|Flugnummer)(?:\s(?:lautet|ist|war))?:?\s$/u,
  hyphen: 'Bindestrich',
  isPostcode: (found, { before, after }) => {
    if (/^[A-Z]{1,2}-$/.test(before.slice(-3).trimStart()) && places.test(after)) return true;
    if (/(?:PLZ|Postleitzahl(?:en)?)(?:\s(?:ist|lautet))?:?\s$/.test(before)) return true;
    if (!places.test(after) || found.endsWith('000')) return false;
    if (
      found.length === 4 &&
      /^(?:1[5-9]|20)/.test(found) &&
      !/str|platz|weg|gasse|Postfach/.test(before.slice(-40))
    )
      return false;
    if (cities.test(after)) return !/(?:Jahr|[Ss]eit|[Aa]nno|rund|etwa)\s$/u.test(before);
    return found.length === 5 || /\d,\s$/.test(before)
      ? addressBefore.test(before) && !countedAfter.test(after)
      : false;
  },
};
