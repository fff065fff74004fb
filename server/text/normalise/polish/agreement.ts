import type { Gender } from '../quantity-rules.ts';
import type { Case, OrdinalEnding } from './numbers.ts';

/** What asks for the genitive of a number after it. */
const genitiveBefore =
  /(?:^|[\s(])(?:[Dd]o|[Oo]d|[Oo]de|[Bb]ez|[Dd]la|[Oo]koło|[Oo]k\.|[Pp]owyżej|[Pp]oniżej|[Ww]śród|[Ss]pośród|[Zz]|[Zz]e|[Nn]iespełna|[Oo]prócz|[Zz]amiast|[Ww]obec|wysokości|wartości|ciągu|wieku|rzędu|poziomie|długości|szerokości|głębokości|powierzchni|mocy|wadze|masie|pojemności|temperaturze|temperatury|prędkością|prędkości|odległości|odcinku|dystansie|cenie|sile|kwocie|kwoty|kwotę|sumy|liczby|grupy|składzie|pomocą|udziałem|kosztem|karę|kary|karze|obszar|obszaru|obszarze|powierzchnię|terenie|limitu|progu|premii|nagrodę|podwyżki|zysku|deficytu)\s(?:(?:około|ok\.|co najmniej|ponad|prawie|blisko|nawet)\s)?$/u;
const instrumentalBefore = /(?:^|[\s(])(?:[Mm]iędzy|[Pp]omiędzy|[Pp]rzed)\s$/u;
const rangeEnd = /(?:^|[\s(])(?:[Mm]iędzy|[Pp]omiędzy)\s[\d.,]+(?:\s\p{L}+\.?)?\sa\s$/u;

/** The case that the text on both sides asks of a number. */
export function caseOf(before: string, noun: string | null): Case {
  if (noun !== null) {
    if (/(?:ach|iech)$/.test(noun)) return 'genitive';
    if (/(?:ami|[dźlń]mi|laty)$/.test(noun)) return 'instrumental';
    if (/(?:[^i]om|iom)$/.test(noun) && noun !== 'atom') return 'dative';
  }
  if (instrumentalBefore.test(before) || rangeEnd.test(before))
    return noun === null || /(?:em|ą)$/.test(noun) || rangeEnd.test(before) || /iędzy\s$/.test(before)
      ? 'instrumental'
      : 'nominative';
  return genitiveBefore.test(before) ? 'genitive' : 'nominative';
}

/** Persons of masculine gender, in the genitive plural. */
const persons = new Set(
  (
    'ludzi mężczyzn policjantów strażaków żołnierzy uczniów studentów mieszkańców pracowników piłkarzy zawodników kandydatów posłów senatorów ' +
    'radnych ministrów lekarzy nauczycieli kibiców widzów turystów górników rolników kierowców pasażerów pieszych rowerzystów rannych zabitych ' +
    'poszkodowanych zatrzymanych podejrzanych oskarżonych chorych pacjentów rodziców synów braci chłopców polaków niemców rosjan ukraińców ' +
    'amerykanów cudzoziemców uchodźców migrantów obywateli wyborców klientów użytkowników słuchaczy czytelników dziennikarzy reporterów ekspertów ' +
    'naukowców profesorów prezesów dyrektorów menedżerów przedsiębiorców inwestorów akcjonariuszy terrorystów zakładników cywilów weteranów ' +
    'emerytów rencistów bezrobotnych członków delegatów uczestników gości sędziów prokuratorów adwokatów świadków więźniów sprawców napastników ' +
    'bandytów złodziei pilotów marynarzy ratowników wolontariuszy harcerzy księży biskupów kardynałów papieży królów prezydentów premierów kolarzy ' +
    'biegaczy skoczków graczy trenerów bramkarzy obrońców pomocników aktorów muzyków artystów pisarzy reżyserów projektantów inżynierów ' +
    'programistów robotników specjalistów funkcjonariuszy agentów szefów liderów wiernych pielgrzymów lokatorów sąsiadów kolegów przyjaciół ' +
    'protestujących zakażonych zmarłych nowych młodych dorosłych finalistów medalistów laureatów autorów sportowców działaczy urzędników notariuszy'
  ).split(' '),
);
/** Nouns of feminine gender in the nominative plural. */
const feminine =
  /^(?:osoby|kobiety|dziewczyny|godziny|minuty|sekundy|doby|noce|strony|gminy|drużyny|firmy|szkoły|drogi|karetki|ofiary|bramki|partie|kategorie|grupy|rodziny|tony|zmiany|bomby|rakiety|sprawy|nagrody|wystawy|książki|płyty|sceny|próby|linie|wsie|wyspy|rzeki|góry|ściany|izby|ustawy|kary|oferty|umowy|rundy|porażki|asysty|jednostki|butelki|łyżki|łyżeczki|szklanki|krowy|kopie|sztuki|części|sale|klasy|siostry|córki|matki|panie|krople|marki|wygrane|korony|kropki|beczki|kule|fale|tury|szanse|trasy|kopalnie|elektrownie|uczelnie|próbki|\p{L}+(?:cje|sje|zje|ości|ice|arki|ówki|anki|ynki|czki|łki|stki|ówny|yny))$/u;

export interface CountForms {
  gender: Gender;
  /** Masculine persons: "pięciu policjantów". */
  isPersonal: boolean;
  isChildren: boolean;
}

/**
 * What follows a number, by the forms of its words: the gender that two takes, and whether it names men.
 * @param isFew whether the number takes the nominative plural of what is not a man
 */
export function countedAfter(words: readonly string[], isFew: boolean): CountForms {
  // "2 nowe osoby": an adjective says little.
  const [next = '', after = ''] = words;
  const noun =
    /(?:[^ic]e|ie|ych|ich)$/.test(next) && after !== '' && !feminine.test(next) && !persons.has(next)
      ? after
      : next;
  const isPersonal =
    persons.has(noun.toLowerCase()) ||
    (isFew && /(?:ów|ych|ich|arzy|erzy|cieli)$/.test(noun) && noun !== 'tych');
  return {
    gender: feminine.test(noun) ? 'f' : 'm',
    isPersonal,
    isChildren: noun === 'dzieci' || noun === 'dzieciom' || noun === 'niemowląt',
  };
}

const locativeBefore = /(?:^|[\s(])(?:[Ww]|[Ww]e|[Nn]a|[Pp]o|[Oo]|[Pp]rzy)\s(?:\p{Ll}+(?:ym|im)\s)?$/u;
const neuterOrMasculineInA =
  /^(?:dnia|tygodnia|miejsca|kilometra|piętra|seta|gola|miesiąca|końca|okrążenia|pokolenia|metra|województwa)$/;
const locativeInE =
  /^(?:etapie|secie|kilometrze|piętrze|tomie|sezonie|meczu|rozdziale|kwartale|półroczu|odcinku|okrążeniu|filmie|biegu)$/;

/** The ending that a noun asks of its ordinal: "w 5. minucie", "5. miejsce". */
export function endingFor(noun: string, before: string): OrdinalEnding {
  if (/^(?:lata|urodziny|mistrzostwa|igrzyska|dni|miejsca)$/.test(noun) && /^(?:lata|urodziny)$/.test(noun))
    return 'e';
  if (/^(?:lat|latach|urodzin|mistrzostw|igrzysk|dniach)$/.test(noun)) return 'ych';
  if (/[ąę]$/.test(noun)) return 'ą';
  if (/(?:em|iem)$/.test(noun)) return 'ym';
  if (locativeInE.test(noun)) return 'ym';
  if (neuterOrMasculineInA.test(noun)) return 'ego';
  if (noun.endsWith('a')) return 'a';
  if (
    /(?:[yi]|ej|cie|dze|ce|nie|dzie|rze|sie|zie|le|tej)$/.test(noun) &&
    !/^(?:miejsce|piętro|życie|zdanie|okrążenie|spotkanie|posiedzenie|wydanie|pokolenie|liceum|święcenie|przykazanie)$/.test(
      noun,
    )
  )
    return 'ej';
  if (noun.endsWith('u')) return locativeBefore.test(before) ? 'ym' : 'ego';
  if (/[oe]$/.test(noun) || noun === 'liceum') return 'e';
  return 'y';
}

export const isLocative = (before: string): boolean => locativeBefore.test(before);

const animate =
  /^(?:psa|kota|konia|wilka|niedźwiedzia|człowieka|policjanta|żołnierza|chłopca|chłopaka|pacjenta|nauczyciela|lekarza|ucznia|studenta|posła|senatora|kandydata|gola|zawodnika|pracownika|strażaka|górnika|świadka|sprawcy|kierowcy|turysty|miesiąca|dnia|roku|tygodnia|metra)$/;

/** The gender of a noun in the singular, and its case, as far as its ending shows them. */
export function singularOf(noun: string, before: string): [Gender, Case] {
  if (animate.test(noun)) return ['m', 'genitive'];
  if (noun.endsWith('ę')) return ['f', 'instrumental'];
  if (noun.endsWith('e') && locativeBefore.test(before) && !locativeInE.test(noun)) return ['f', 'genitive'];
  if (/[oe]$/.test(noun)) return ['n', 'nominative'];
  if (noun.endsWith('a')) return ['f', 'nominative'];
  return /[yi]$/.test(noun) ? ['f', 'genitive'] : ['m', 'nominative'];
}
