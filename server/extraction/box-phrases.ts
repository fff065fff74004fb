/*
 * What boxes on pages say to readers, by kind: in German, English and French. A phrase is one pattern, or
 * several that must all match. News about newsletters, cookies and subscriptions reports; a box turns to its
 * reader, and that is what the patterns ask for.
 */

export type BoxKind = 'consent' | 'offer' | 'letters' | 'channel';

type Phrase = RegExp | readonly RegExp[];

const priced =
  /\d+(?:[.,]\d{2})?\s?(?:€|euros?|chf|franken|fr\.|dollars?|pounds?|£)|[€$£]\s?\d|\b(?:chf|eur)\s?\d|(?<!\p{L})(?:einen? euro|one (?:euro|pound|dollar)|un euro)(?!\p{L})/iu;
const period =
  /(?<!\p{L})(?:monate?n?|wochen?|jahr|monatlich|wöchentlich|jährlich|months?|weeks?|monthly|weekly|year|mois|semaines?|an)(?!\p{L})/iu;
/** Words by which a box turns to who reads it, or names its publisher as "we". */
const turning =
  /(?<!\p{L})(?:sie|ihr(?:e[mnrs]?)?|du|dir|dich|dein(?:e[mnrs]?)?|uns|unser(?:e[mnrs]?)?|wir|hier|jetzt|you|your|us|our|we|now|here|vous|votre|vos|nous|notre|nos|ici|aufs)(?!\p{L})/iu;
const ofMedia =
  /(?:artikel|inhalte?|zeitung|e-?paper|digital\p{L}*|(?<!\p{L})plus(?!\p{L})|(?<!\p{L})les(?:en|e)(?!\p{L})|(?:\p{L}*[- ]?)abo(?:nnement)?(?!\p{L})|articles?|stories|newspaper|content|magazine|zugang|access|accès|journal|abonn|subscri|werbefrei|member|mitglied)/iu;
const bids =
  /(?<!\p{L})(?:testen|probieren|lesen sie|sichern|bestellen|abonnieren|weiterlesen|freischalten|registrieren|nutzen|kostenlos|gratis|danach|anschließend|kündbar|try|trial|start|subscribe|enjoy|join|then|cancel|get|save|testez|essayez|abonnez|profitez|découvrez|puis|engagement)(?!\p{L})/iu;
const asksLeave =
  /(?:zustimm|zugestimmt|einwillig|einverstanden|akzept|aktivier|cookies?|drittanbieter|dritt(?:plattform|e[nr]?)|datenschutz|klick|übertragen|übermittelt|consent|permission|privacy|third|accept|allow|agree|(?<!\p{L})load(?:ing|ed)?(?!\p{L})|autoris|consent|tiers|données|clic)/iu;
const embedded =
  /(?:inhalte?n?|video|beitr(?:ag|äge)|posts?|tweets?|karten?|grafik|podcast|element|stream|audio|content|map|embed|graphic|contenus?|vidéo|publication|carte)(?!\p{L})/iu;

const consent: readonly Phrase[] = [
  /an dieser stelle (?:finden|sehen|befindet|wird|würde|steht|können|sollte|ist)(?!\p{L}).{0,140}(?:extern|eingebunden|eingebettet|anbieter|inhalt|video|karte|post|beitrag)/iu,
  [
    /(?:externe[nrsm]?|eingebettete[nrsm]?|redaktionelle[nrsm]?|social[- ]media)[- ]?inhalte?(?!\p{L})|inhalte? (?:von|des|aus) (?:dritt|extern|\p{Lu})|extern\p{L}* (?:anbieter|dienst|quelle)\p{L}*/iu,
    /(?:angezeigt|anzeigen|anzusehen|laden|geladen|aktivier|einverstanden|zustimm|einwillig|akzeptier|blockiert|deaktiviert|ergänzt|ausblenden)/iu,
    turning,
  ],
  [
    /(?<!\p{L})(?:dies(?:er|es|e|en)|der|das|die|den) (?:\p{L}+[- ]?){0,2}(?:video|inhalte?|beitrag|post|tweet|karte|grafik|podcast|element|stream|livestream|player)(?!\p{L}).{0,80}(?:drittanbieter|extern|bereitgestellt|geladen|lädt|stammt|youtube|plattform|übertragen|blockiert|deaktiviert)/iu,
    /(?:laden|klick|daten|cookies|zustimm|einwillig|drittanbieter|datenschutz|einverstanden|einstellung)/iu,
  ],
  [
    /(?<!\p{L})(?:um|damit|zum)(?!\p{L}).{0,80}(?:sehen|anzusehen|ansehen|anzuzeigen|angezeigt|anzeigen|laden|abspielen|abzuspielen|darzustellen|hören)/iu,
    embedded,
    asksLeave,
    turning,
  ],
  [
    /(?:mit (?:einem|ihrem|dem) klick|durch (?:das )?(?:klicken|anklicken|laden|aktivieren)|beim (?:laden|abspielen|aktivieren|anklicken|aufruf)|erst (?:nach|wenn)|wenn sie)/iu,
    /(?:daten|cookies|verbindung|datenschutz|anbieter|server|bedingungen)/iu,
    /(?:übertragen|übermittelt|gespeichert|gesetzt|akzeptier|einverstanden|zustimm|hergestellt)/iu,
  ],
  /(?<!\p{L})wir (?:und|verwenden|nutzen|benötigen|brauchen|setzen)(?!\p{L}).{0,80}(?:\d partner|cookies|ihre (?:zustimmung|einwilligung)|tracking)/iu,
  /(?<!\p{L})ihre (?:einstellungen|auswahl|zustimmung|einwilligung|präferenzen)(?!\p{L}).{0,90}(?:gelten|jederzeit|widerrufen|ändern|anpassen|verwalten|erforderlich)/iu,
  [
    /(?:stimm(?:en|e|st) (?:sie|du|ich)|(?:sie|ich) stimmen?|willigen sie)(?!\p{L})/iu,
    /(?:daten|übertragung|cookies|verarbeitung|anbieter|nutzungsbedingungen)/iu,
  ],
  [
    embedded,
    /(?:kann|können|wird|werden|konnte) (?:\p{L}+ ){0,3}nicht (?:\p{L}+ )?(?:angezeigt|geladen|dargestellt)/iu,
    asksLeave,
  ],
  /zum schutz ihrer (?:\p{L}+ )?(?:daten|privatsphäre)/iu,
  [
    /personenbezogene[nr]? daten/iu,
    /(?:übermittelt|übertragen|verarbeite)/iu,
    /(?:einverstanden|drittplattform|ihre[rm]?|ich)(?!\p{L})/iu,
    asksLeave,
  ],
  [
    /(?<!\p{L})(?:this|the|some) (?:\p{L}+ ){0,2}(?:content|video|post|tweet|map|embed|page|podcast|element|graphic|article)s?(?!\p{L}).{0,60}(?:provided|hosted|served|third[- ]party|external|blocked|embedded|contains|includes|comes from)/iu,
    asksLeave,
  ],
  /(?:we need|please give|give us|requires?|without) your (?:consent|permission)/iu,
  [
    /(?<!\p{L})(?:to (?:view|see|watch|load|show|play|read|listen to)|before (?:viewing|loading|we load)|if you want to)(?!\p{L})/iu,
    embedded,
    asksLeave,
  ],
  /(?<!\p{L})by (?:clicking|loading|viewing|playing|continuing|accepting)(?!\p{L}).{0,140}(?:agree|accept|consent|privacy|cookies|data)/iu,
  [
    /(?:external|third[- ]party|embedded) (?:content|provider|service)/iu,
    /(?:load|show|display|agree|accept|consent|allow|personal data|privacy|click)/iu,
    turning,
  ],
  /(?<!\p{L})we and our (?:\d+ )?partners/iu,
  [
    /(?<!\p{L})(?:ce|cette|le|la|les|ces) (?:\p{L}+ ){0,2}(?:contenus?|vidéos?|publications?|carte|tweet|podcast)(?!\p{L}).{0,90}(?:fourni|hébergé|proposé|bloqué|tiers|extern|intégré|provien)/iu,
    asksLeave,
  ],
  [
    /(?:pour|afin de) (?:voir|afficher|visionner|consulter|lire|écouter|charger)(?!\p{L})/iu,
    embedded,
    asksLeave,
  ],
  /(?<!\p{L})en (?:cliquant|acceptant|chargeant|affichant|poursuivant)(?!\p{L}).{0,140}(?:accept|consent|cookies|données)/iu,
  /(?<!\p{L})nous et nos (?:\d+ )?partenaires/iu,
];

const offer: readonly Phrase[] = [
  [
    priced,
    bids,
    ofMedia,
    /(?<!\p{L})(?:sie|ihr\p{L}{0,2}|jetzt|testen|weiterlesen|sichern|nutzen|you|your|now|try|get|subscribe|vous|votre|testez|essayez|abonnez|profitez)(?!\p{L})/iu,
    period,
  ],
  [
    priced,
    period,
    /(?:^|[.!,] )(?:jederzeit|monatlich|flexibel) (?:online )?kündbar|kostenlos testen|gratis testen|cancel any ?time|sans engagement|free trial/iu,
  ],
  /(?<!\p{L})(?:bereits|schon) (?:\p{L}+[- ]?)?(?:registriert|angemeldet|abonnent\p{L}*|abonniert|kundin|kunde|mitglied|nutzer\p{L}*)\s?\?/iu,
  /(?:sie haben|haben sie|du hast|hast du) (?:bereits|schon) (?:ein|einen) (?:\p{L}+[- ]?)?(?:abo|konto|zugang|account|abonnement)/iu,
  /(?<!\p{L})(?:mit|im|über) (?:dem|einem|ihrem|unserem|deinem|de[rn]) (?:\p{L}+[- ]){0,3}(?:\p{L}*abo|abonnement|\p{L}*zugang|\p{L}*pass)(?!\p{L}).{0,20}(?:lesen|erhalten|haben|bekommen|können|genießen) (?:sie|du)/iu,
  [
    /(?<!\p{L})(?:jetzt|hier)(?!\p{L})/iu,
    /(?:kostenlos|gratis|unverbindlich)(?!\p{L}).{0,40}(?:testen|registrieren|lesen|weiterlesen|anmelden|abonnieren)/iu,
  ],
  /(?<!\p{L})(?:diesen|den|dieser) (?:ganzen |vollständigen )?(?:artikel|beitrag|text)(?!\p{L}).{0,30}(?:weiterlesen|freischalten|weiter lesen|weiterzulesen)/iu,
  /^weiterlesen mit(?!\p{L})|(?<!\p{L})jetzt weiterlesen(?!\p{L})/iu,
  /(?:kostenlosen?|freien?|gratis)[- ]?artikel(?!\p{L}).{0,60}(?:monat|woche|aufgebraucht|verbraucht|gelesen|verfügbar|übrig|erreicht)/iu,
  [
    /(?:exklusiv|nur|ausschließlich) (?:für|unseren?) (?:\p{L}+[- ]){0,2}(?:abonnent|mitglieder|plus|registrierte|leser)/iu,
    /(?:artikel|inhalt|beitrag|text|weiter|zugang)/iu,
  ],
  [/(?:registrieren|melden) sie sich(?!\p{L})/iu, /(?:weiter|lesen|kostenlos|(?<!\p{L})an[.!]?$)/iu],
  [
    /(?:unterstützen sie|unterstütze|werden sie|werde|fördern sie)(?!\p{L})/iu,
    /(?:uns(?!\p{L})|mitglied|förder|unabhängig\p{L}* journalis|unser\p{L}*)/iu,
    /(?:journalis|redaktion|abo(?!\p{L})|spende|mitglied|steady|patreon|paypal|euro)/iu,
  ],
  /(?<!\p{L})(?:already|existing) (?:a |an )?(?:subscriber|member|registered|customer)|already have an account/iu,
  [
    /(?<!\p{L})(?:subscribe|sign up|register|join|log in)(?!\p{L}).{0,60}(?:read|access|continue|unlimited|free|today|now)(?!\p{L})/iu,
    turning,
  ],
  /(?<!\p{L})cancel (?:at )?any ?time(?!\p{L})/iu,
  /(?:you(?:['’]ve| have) (?:read|reached|used)).{0,60}(?:free|limit)/iu,
  /free articles? (?:left|remaining|this month)|\d+ free articles?/iu,
  /(?<!\p{L})(?:this|the) (?:article|story|content|post) is (?:only |exclusively |reserved )?(?:for|available to|exclusive to) (?:our |\p{L}+ )?(?:subscribers|members|registered)/iu,
  /(?:start|begin) your (?:free )?trial|(?:continue|keep) reading (?:this|with|for)/iu,
  /(?<!\p{L})déjà (?:abonnée?|inscrite?|client|un compte)/iu,
  [
    /(?<!\p{L})abonnez-vous(?!\p{L})/iu,
    /(?:lire|accès|article|suite|€|euro|offre|journal|illimité|profit)/iu,
  ],
  /(?:il vous reste|vous avez (?:lu|atteint)).{0,60}(?:articles?|%|gratuit)/iu,
  /(?:réservée?|exclusi)\p{L}* (?:aux?|à nos) (?:abonn|membres)|pour lire la suite/iu,
  [
    /(?:testez|essayez|profitez|découvrez|accédez)(?!\p{L})/iu,
    /(?:gratuit|€|euro|abonn|illimité|offre)/iu,
    turning,
  ],
];

const letters: readonly Phrase[] = [
  /(?<!\p{L})(?:in|an) (?:ihr|ihrem?|dein|deinem?|euer|eurem?|ihre|deine) (?:e-?mail-?|mail-?)?(?:postfach|posteingang|mailbox|inbox)/iu,
  [/zusendung|newsletter|e-?mails?(?!\p{L})/iu, /(?:einverstanden|stimme (?:ich )?zu|willige)/iu],
  [
    /(?:wieder |jederzeit )(?:abmelden|abbestellen|abbestellbar|abbestellt)/iu,
    /(?:ich|sie|du|newsletter|mail)(?!\p{L})/iu,
  ],
  [
    /newsletter|(?:morgen|abend|wochen)(?:brief|post|update|lage)(?!\p{L})|briefing/iu,
    /(?:anmelden|abonnier|bestellen|eintragen|erhalten|kostenlos|zustellen|jeden (?:morgen|abend|tag|\p{L}+tag)|jede woche)/iu,
    turning,
  ],
  [
    /(?:melden sie sich|meld(?:e)? dich|tragen sie sich|trag(?:e)? dich)(?!\p{L})/iu,
    /(?:newsletter|mail|kostenlos|hier|jetzt)/iu,
  ],
  /mit (?:ihrer|der|deiner) (?:anmeldung|registrierung|bestellung)(?!\p{L}).{0,60}(?:stimm|akzeptier|erklär)/iu,
  /(?<!\p{L})(?:in|to|into) your (?:\p{L}+ )?(?:inbox|mailbox|e-?mail)(?!\p{L})/iu,
  [
    /(?<!\p{L})(?:sign up|subscribe)(?!\p{L})/iu,
    /(?:newsletter|alerts|updates|briefing|e-?mails?|inbox|daily|weekly)/iu,
  ],
  [
    /(?<!\p{L})newsletter(?!\p{L})/iu,
    /(?<!\p{L})(?:get|receive|join|every (?:morning|week|day|\p{L}+day)|delivered|free)(?!\p{L})/iu,
    turning,
  ],
  /unsubscribe (?:at )?any ?time|by (?:signing up|subscribing|registering)(?!\p{L})/iu,
  [
    /(?:jede[nr]? (?:\p{L}*tag|morgen|abend|woche|monat)|täglich|wöchentlich|every (?:\p{L}*day|morning|week)|chaque (?:matin|jour|semaine))(?!\p{L})/iu,
    /(?:per e-?mail|newsletter|postfach|by e-?mail|par e-?mail|par courriel)/iu,
  ],
  /dans votre (?:boîte|messagerie)/iu,
  [
    /(?:inscrivez-vous|abonnez-vous|recevez)(?!\p{L})/iu,
    /(?:newsletter|lettre|infolettre|e-?mail|courriel|alerte|chaque (?:matin|semaine|jour)|l['’]essentiel)/iu,
  ],
  /vous (?:pouvez|pourrez) vous désinscrire/iu,
];

const network =
  /whatsapp|telegram|instagram|threads|facebook|youtube|tiktok|signal|google[- ]news|bluesky|mastodon|linkedin|twitter/iu;
const channel: readonly Phrase[] = [
  [/(?<!\p{L})app(?!\p{L})/iu, /(?:herunterladen|downloaden|installier|download|télécharge)/iu, turning],
  [
    network,
    /(?:folgen sie|folg(?:e|t)? (?:uns|dem)|abonnier|hier klicken|klicken sie|auf dem laufenden|beitreten|treten sie|werden sie teil|erhalten sie|bekommen sie|aufs (?:handy|smartphone)|verpassen|kostenlos)/iu,
    turning,
  ],
  [
    /push-?(?:nachricht|mitteilung|benachrichtigung|meldung|alarm|service|dienst)\p{L}*|eilmeldungen|benachrichtigungen/iu,
    /(?:aktivier|einschalt|erlaub|erhalten sie|abonnier|verpassen|einstellungen|aufs (?:handy|smartphone)|zulassen|jetzt)/iu,
    turning,
  ],
  [/(?:laden|lade|holen|hol)(?!\p{L}) (?:sie|dir|sich|euch)/iu, /(?<!\p{L})app(?!\p{L})|store/iu],
  [
    /(?<!\p{L})(?:follow|join)(?!\p{L}).{0,60}/iu,
    network,
    /(?<!\p{L})(?:us|our|latest|channel|click|here)(?!\p{L})/iu,
  ],
  [
    /(?:whatsapp|telegram) (?:channel|group|community)/iu,
    /(?<!\p{L})(?:follow|join|get|subscribe|click|receive)(?!\p{L})/iu,
  ],
  [/(?<!\p{L})(?:turn on|enable|allow|activate|get)(?!\p{L}).{0,40}(?:notifications|alerts)/iu, turning],
  /(?<!\p{L})download (?:our|the) (?:\p{L}+ ){0,2}app(?!\p{L})|(?<!\p{L})never miss an? (?:story|thing|update|article)/iu,
  [/(?<!\p{L})(?:suivez|rejoignez)[- ](?:nous|notre|la|le)/iu, network],
  [/(?:chaîne|canal) (?:whatsapp|telegram)/iu, /(?:suivez|rejoignez|abonn|notre|recevez)/iu],
  /(?<!\p{L})(?:activez|autorisez|recevez) (?:les|nos) (?:notifications|alertes)|téléchargez (?:notre|l['’]) ?appli/iu,
];

const kinds: readonly [BoxKind, readonly Phrase[]][] = [
  ['consent', consent],
  ['offer', offer],
  ['letters', letters],
  ['channel', channel],
];

/** No box says more in one paragraph; the law makes those that ask for consent longer. */
const boxCharacters = 420;
const consentCharacters = 650;
/** Reported or quoted speech in an article. */
const reported =
  /^["“„«‘»‹]|(?<!\p{L})(?:said|says|told|sagte?|erklärte?|betonte?|teilte|hieß es|heißt es|laut|so der|so die|zufolge|kritisiert\p{L}*|according to|selon|a dit|a déclaré|déclare|explique)(?!\p{L})/iu;

const isSaid = (phrase: Phrase, text: string): boolean =>
  phrase instanceof RegExp ? phrase.test(text) : phrase.every((part) => part.test(text));

/** Returns what kind of box a paragraph is of, by what it says to who reads it; null where it is of none. */
export function boxKindOf(text: string): BoxKind | null {
  if (text.length > consentCharacters || reported.test(text)) return null;
  const fitting = text.length > boxCharacters ? kinds.slice(0, 1) : kinds;
  return fitting.find(([, phrases]) => phrases.some((phrase) => isSaid(phrase, text)))?.[0] ?? null;
}

/** Words that boxes are full of; an article may use them, too. */
const suspicious =
  /newsletter|whatsapp|telegram|push-|(?<!\p{L})\p{L}*-?abo(?!\p{L})|abonnent|abonniere|abonnez|subscri|cookies?(?!\p{L})|einwilligung|zustimmen|drittanbieter|drittplattform|datenschutz|weiterlesen|registrieren|anmelden|abmelden|kündbar|postfach|inbox|sign up|log ?in|consent|third[- ]part|privacy|(?<!\p{L})merken(?!\p{L})|lesezeit|werbefrei|notifications|benachrichtig|externe\p{L}* inhalt|premium|paywall|mitglied werden|inscrivez|désinscri|contenu (?:tiers|extern)|gratuit|réservé/iu;

/** Shorter texts with words of boxes are suspicious even if they address no one. */
const briefCharacters = 160;

/** Whether a paragraph has words of boxes and no quotation; a longer one must also address its reader. */
export const soundsLikeBox = (text: string): boolean =>
  text.length <= 450 &&
  suspicious.test(text) &&
  (text.length < briefCharacters || turning.test(text)) &&
  !reported.test(text);

/** Whether the beginning of a text names what something costs for a time. */
export function namesPrice(text: string): boolean {
  const beginning = text.slice(0, consentCharacters);
  return priced.test(beginning) && period.test(beginning);
}
