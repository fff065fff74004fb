import { primaryLanguage } from './primary-language.ts';

/**
 * What a full stop does not end, per language. Keys are lower case, without the last full stop and without
 * spaces.
 */
export interface SentenceRules {
  /** Never the last word of a sentence: titles, "z. B.", "e.g.". */
  within: ReadonlySet<string>;
  /** May end a sentence: it does when a word follows that often begins one ("… Inc. The"). */
  either: ReadonlySet<string>;
  /** Belong to a number that follows ("Nr. 5", "p. 12"), else they end the sentence. */
  beforeNumber: ReadonlySet<string>;
  /** Words that, capitalised, usually begin a sentence. Lower case. */
  starters: ReadonlySet<string>;
  /** Present where "3." is an ordinal. */
  ordinals?: {
    /** Words before which a number with a full stop is an ordinal: months, "Jahrhundert". */
    followedBy: ReadonlySet<string>;
    /** Words after which it is: articles and prepositions. */
    precededBy: ReadonlySet<string>;
    /** Words after which it counts: "Platz 3", "Seite 12". */
    counted: ReadonlySet<string>;
  };
  /** Nouns are capitalised, so a capital alone says nothing about a new sentence. */
  capitalNouns: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));
const none: ReadonlySet<string> = new Set();

const english: SentenceRules = {
  within: words(
    'mr mrs ms mx dr prof rev hon gen col lt sgt cpl pfc maj capt cmdr adm gov govs sen atty asst messrs mme mlle mt e.g i.e cf viz ' +
      'vs v approx ca incl',
  ),
  either: words(
    'st ave blvd rd inc ltd corp co bros llc plc jr sr esq ph.d m.d b.a m.a u.s u.k u.n e.u u.s.a d.c a.m p.m a.d b.c est dept univ assn ' +
      'jan feb mar apr jun jul aug sep sept oct nov dec mon wed fri tues thur thurs sens reps max min rep pres supt det ft al',
  ),
  beforeNumber: words('no nos p pp fig figs eq eqs vol vols ch sec art para par ver op'),
  starters: words(
    'the a an he she it we they i you this that these those there here his her its our their my your in on at by for from with to of as ' +
      'if when while after before since because although though but and or so then now however meanwhile yet still also what who why ' +
      'how where which not no yes one some many most all each every both another other according',
  ),
  capitalNouns: false,
};

const german: SentenceRules = {
  within: words(
    'dr prof hr hrn fr frl dipl ing mag bzw ca vgl sog gem geb gest inkl exkl zzgl abzgl ggf evtl hrsg insb insbes lt st bspw ' +
      'z.b d.h u.u i.d.r z.t z.zt i.a s.o s.u v.a u.a.m m.e d.i b.a i.v i.s.d v.chr n.chr betr bes ehem eigtl entspr franz engl dt ' +
      'az drs bt-drs lt-drs mind med dent vet phil jur theol rer nat mult habil h.c e.v a.d i.r a.m',
  ),
  either: words(
    'fa th chr joh mio mrd tsd std min sek max nr abs abb tab str pl tel co jr sr u.a u.ä o.ä s jh jhd jhdt jan feb mär apr jun jul ' +
      'aug sep sept okt nov ' +
      'dez mo di mi do sa so allg österr schweiz begr verh verw art zit kath ev',
  ),
  beforeNumber: words('gr jg ziff kap bd bde hl rn aufl ausg bl hs p pp vol no nos fax §'),
  starters: words(
    'der die das den dem des ein eine einen einem einer er sie es wir ihr ich du man dies diese dieser dieses diesen jene jeder jede ' +
      'jedes ' +
      'und oder aber doch denn auch da dann danach dort hier jetzt nun nach vor mit bei beim im in ins am an ans auf aus für von vom ' +
      'zum zur ' +
      'zu um als wenn weil während ob obwohl was wer wen wem wie wo warum wieso so noch nur schon seit trotz laut zudem außerdem ' +
      'allerdings ' +
      'jedoch dabei damit dafür dagegen daher deshalb darum kein keine mein meine sein seine ihre ihren ihrem unser unsere bis unter ' +
      'über ' +
      'ohne gegen durch heute gestern inzwischen zwar viele alle einige manche nicht sondern weitere zuvor später bereits wegen nachdem ' +
      'bisher davon dazu derzeit künftig mittlerweile ja nein vielleicht beide morgen',
  ),
  ordinals: {
    followedBy: words(
      'januar jänner februar feber märz april mai juni juli august september oktober november dezember jan feb apr jun jul aug sep ' +
        'sept okt ' +
        'nov dez jahrhundert jahrhunderts jahrtausend jh jhd jhdt platz rang tag jahrestag geburtstag todestag klasse liga bezirk stock ' +
        'obergeschoss etage kapitel auflage runde spieltag minute mal kalenderwoche woche weltkrieg wahlperiode',
    ),
    precededBy: words(
      'der die das den dem des am im vom zum zur beim ans ins bis ab seit und oder ein eine einen einem einer jeder jede jedes jeden ' +
        'jedem ' +
        'dieser diese dieses diesen diesem sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer mein meine meinen meinem meiner ' +
        'unser unsere unseren unserem unserer bereits erst schon montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag',
    ),
    counted: words(
      '§ §§ nr nummer platz rang position seite kapitel artikel paragraf paragraph absatz ziffer band teil folge stufe phase klasse ' +
        'liga gruppe level ' +
        'version zimmer raum gleis tor linie bus tram halle block haus kanal sure psalm vers alter',
    ),
  },
  capitalNouns: true,
};

const french: SentenceRules = {
  within: words(
    'm mm mr mrs mme mmes mlle mlles dr pr mgr st ste vve cf c.-à-d c-à-d p.ex av apr env adr tél ex',
  ),
  either: words(
    'lun mar mer jeu ven sam dim j.-c bd boul éd trad coll cie éts ets janv févr avr juil sept oct nov déc inc ltd co max min hab s.a s.n.c.f o.n.u u.e l.a n.d.l.r',
  ),
  beforeNumber: words('p pp art al n no nos vol chap fig t ch sect §'),
  starters: words(
    'le la les l un une des du de ce cet cette ces il elle ils elles on nous vous je tu et ou mais donc or car si quand lorsque comme ' +
      'après ' +
      'avant pendant depuis dans en sur sous par pour avec sans chez à au aux son sa ses leur leurs notre nos votre vos mon ma mes ' +
      'qui que ' +
      'quoi où pourquoi comment puis ensuite alors ainsi cependant toutefois pourtant enfin selon malgré tout tous toutes plusieurs ' +
      'chaque ' +
      'aucun ici là voici voilà non oui plus',
  ),
  capitalNouns: false,
};

const rules: Record<string, SentenceRules> = {
  en: english,
  de: german,
  fr: french,
  es: {
    within: words('sr sra srta sres dr dra d dña ud uds prof gral p.ej'),
    either: words('ee.uu a.c d.c etc s.a'),
    beforeNumber: words('núm pág págs art cap vol fig n p'),
    starters: words(
      'el la los las un una en de a por para con sin y o pero si cuando como según este esta ese esa su sus él ella no se lo',
    ),
    capitalNouns: false,
  },
  it: {
    within: words('sig sigg dott prof on avv ing mons s'),
    either: words('s.p.a s.r.l ecc a.c d.c'),
    beforeNumber: words('n nn pag pagg art cap vol fig p'),
    starters: words(
      'il lo la i gli le un una in di a da con per su e o ma se quando come secondo questo questa non si è',
    ),
    capitalNouns: false,
  },
  nl: {
    within: words('dhr mevr mw dr drs ir ing mr prof bijv d.w.z m.a.w o.a t.a.v n.a.v i.v.m'),
    either: words('n.v b.v enz'),
    beforeNumber: words('nr art blz p hfst'),
    starters: words(
      'de het een in op van voor met en of maar als toen hij zij ze we ik dit dat deze die er volgens ook dus',
    ),
    capitalNouns: false,
  },
  pl: {
    within: words('np tzn tj tzw ds wg ok im ul al św dr prof ks inż mgr gen kpt m.in'),
    either: words('itd itp r w br ub.r n.e p.n.e zł proc tys mln mld godz pkt'),
    beforeNumber: words('nr str s art ust poz rozdz tel'),
    starters: words(
      'w we na do od z ze po o i a ale jak gdy kiedy według ten ta to te ci on ona ono oni one nie czy za przez dla przy już jego jej ich',
    ),
    capitalNouns: false,
  },
  sv: {
    within: words('t.ex bl.a d.v.s s.k f.d p.g.a fr.o.m t.o.m kl prof resp inkl exkl ang jfr'),
    either: words('m.m m.fl o.s.v osv e.d o.d etc f.kr e.kr kr st tim min'),
    beforeNumber: words('nr s sid kap avd fig tel v'),
    starters: words(
      'det den de en ett i på av för med och men om när som han hon vi jag du enligt efter nu där här detta dessa inte så under från till',
    ),
    capitalNouns: false,
  },
  pt: {
    within: words('sr sra srs dr dra prof eng p.ex'),
    either: words('s.a ltda etc a.c d.c'),
    beforeNumber: words('n núm pág art cap vol fig p'),
    starters: words(
      'o a os as um uma em no na de do da por para com sem e ou mas se quando como segundo este esta ele ela não',
    ),
    capitalNouns: false,
  },
};

const others: SentenceRules = {
  within: none,
  either: none,
  beforeNumber: none,
  starters: none,
  capitalNouns: false,
};

/**
 * Returns the rules for a BCP 47 language tag. Languages without a list rely on Unicode's rules and on
 * capitals.
 */
export const sentenceRules = (language: string): SentenceRules => rules[primaryLanguage(language)] ?? others;
