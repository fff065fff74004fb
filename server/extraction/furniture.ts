import { parseDate } from './dates.ts';

/**
 * What surrounds articles on their pages, by what is written: guesses in one place, so that they can be read,
 * measured and changed together.
 */

/** Headings and lines after which a page speaks of other things, up to the next heading. */
const foreignHeading = new RegExp(
  String.raw`^(?:(?:auch )?interessant(?: für sie)?|das könnte (?:sie|dich|euch) (?:auch )?(?:noch )?interessieren|das könnte (?:dich|sie)|ähnliche (?:beiträge|artikel|themen)|verwandte (?:beiträge|artikel|themen)|weitere (?:artikel|beiträge|themen|informationen|meldungen|nachrichten|links)|mehr (?:zum thema|zu diesem thema|aus|von|dazu|artikel|infos?)\b|zum thema|zum weiterlesen|lesen sie (?:auch|mehr)|lies auch|passend dazu|empfehlungen|empfohlene artikel|neueste (?:beiträge|artikel)|kommentare?|\d+ kommentare?|kommentar (?:schreiben|verfassen|hinterlassen)|schreiben? sie einen kommentar|kommentare schreiben|schreibe einen kommentar|diskussion|über den autor|über die autorin|zur person|zum autor|links(?: zum thema)?|quellen?|quellenangaben?|quellenverzeichnis|einzelnachweise|literatur(?:verzeichnis|angaben|hinweise)?|original(?:publikation|artikel)|pressekontakt|teilen|artikel teilen|gefällt mir:?|tags|schlagw(?:orte|örter)|newsletter|anzeige|werbung|service|downloads?|related(?: posts?| articles?| stories| topics| content| links| reading)?|you (?:may|might) (?:also )?(?:like|be interested).*|more (?:on this|from|stories|like this|news|about).*|read (?:also|more|next)|recommended.*|see also|further reading|references|footnotes|bibliography|original (?:publication|article)|media contact|sources|share this.*|leave a (?:reply|comment).*|comments?|\d+ (?:comments?|responses?|thoughts? on).*|about the author|what(?:'|’)s next|trending(?: now)?|most (?:read|popular).*|popular(?: posts)?|like this:?|external links|advertisement|sponsored|subscribe.*|sign up.*|follow us.*|à lire (?:aussi|également)|lire aussi|sur le même (?:sujet|thème)|articles? (?:similaires|liés|connexes)|commentaires?|laisser un commentaire|partager.*|en savoir plus|à propos de l(?:'|’)auteur|voir aussi|también te puede interesar|te puede interesar|le puede interesar|lea también|lee también|artículos relacionados|noticias relacionadas|comentarios|compartir|leggi anche|articoli correlati|commenti|condividi|leia (?:também|mais)|lees ook|reacties|läs också|czytaj (?:także|też)|zobacz (?:także|też))\s*[:…!?.]*$`,
  'iu',
);

export function isForeignHeading(text: string): boolean {
  return text.length <= 90 && foreignHeading.test(text.trim());
}

/** Said to old browsers. */
const browserNotices: readonly RegExp[] = [
  /\b(?:outdated|old|unsupported) (?:web ?)?browser\b|\bupgrade your browser\b|\bbrowser (?:is (?:out of date|outdated|no longer supported|not supported)|ist (?:veraltet|zu alt)|wird nicht (?:mehr )?unterstützt)\b|\bveralteten (?:web-?)?browser\b|\bnavigateur (?:est )?obsolète\b|\bnavegador (?:está )?(?:obsoleto|desactualizado)\b/iu,
  /^(?:please|bitte|veuillez|por favor|per favore)\b.{0,40}\b(?:update|upgrade|aktualisieren|wechseln|mettre|utiliser|actualice|actualiza|aggiorna(?:re)?)\b.{0,40}\b(?:browser|navigateur|navegador)\b.{0,90}\b(?:page|site|website|(?:web)?seite|página|sito)\b.{0,80}$/iu,
  /\bbest (?:possible )?experience (?:on|of|with) (?:our|this) (?:web ?)?(?:site|page)\b.{0,200}\b(?:browser|chrome|firefox|edge)\b/iu,
];

/** Whether a page's headline says no more than that it wants another browser. */
export function isBrowserNotice(text: string): boolean {
  return text.length <= 120 && browserNotices.some((pattern) => pattern.test(text));
}

/** Lines that are never part of an article, wherever they occur. */
const furnitureLines: readonly RegExp[] = [
  /^(?:lesen sie (?:auch|hier|dazu|mehr)|lies (?:auch|hier|mehr)|mehr zum thema|auch interessant|siehe auch|read (?:also|more|next)|also read|see also|more:|related:|à lire (?:aussi|également)|lire aussi|le puede interesar|también (?:le|te) puede|(?:lea|lee|lea) también|leggi anche|leia (?:também|mais)|lees ook|läs (?:också|mer)|czytaj)\b/iu,
  /^\(?(?:foto|fotos|bild|bilder|photo|photos|image|images|picture|grafik|graphic|video|quelle|crédit photo|crédits?|credit|source|foto de|imagen|fotografía|©|\(c\)|copyright)\s?(?:credit|source|by|von|der|par)?\s?[:©]/iu,
  /^\(?(?:bild|foto|photo|image|credit|quelle|©)\s?[:©]?.{0,60}\)$/iu,
  /(?:©|\(c\)\s|\b(?:fotos?|bild|photo|grafik|bildquelle|bildnachweis|image|credit|quelle)\s?:)\s?[^.!?]{2,70}[.)]?$/iu,
  /^(?:abbildung|abb\.|bild|foto|fig(?:ure|\.)?|grafik)\s?\d{1,2}\s?[:.–-]/iu,
  /^(?:abbildung|bildunterschrift|symbolbild)\s?[:–]/iu,
  /^©/u,
  /^(?:copyright|all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos)/iu,
  /\ball rights reserved\b\.?$/iu,
  /^(?:teilen|share|tweet|tweeten|pin(?: it)?|drucken|print|e-?mail|merken|kommentieren|facebook|twitter|whatsapp|linkedin|xing|pinterest|reddit|telegram|instagram|rss|senden|weiterlesen|mehr|more|zurück|back|nach oben|top|next|previous|weiter|vor|close|schließen|fermer|cerrar|social share|anzeige|werbung|advertisement|sponsored|reklame|publicité|publicidad|pubblicità)\s*[:.…»>]*$/iu,
  /^.{0,20}\bshare(?: (?:this|it))?!$/iu,
  /^(?:share|teilen|partager|compartir|condividi|follow|folge|folgen sie|suivez|like)\b.{0,60}\b(?:facebook|twitter|x|whatsapp|instagram|linkedin|social|e-?mail)\b/iu,
  /^(?:filed under|tagged(?: with)?|tags?|posted in|posted by|posted on|published (?:on|by|in)|schlagw(?:ort|orte|örter)|stichw(?:ort|orte|örter)|kategorien?|categor(?:y|ies)|étiquettes?|mots[- ]clés|etiquetas|getaggt mit|publié (?:le|par)|publicado (?:el|em|por)|pubblicato (?:il|da)|gepubliceerd op|opublikowano|veröffentlicht (?:am|in|von)|erstellt (?:am|von)|eingestellt (?:von|am)|last (?:modified|updated)|zuletzt (?:aktualisiert|geändert)|stand|aktualisiert am)\s*:?\s.{0,120}$/iu,
  /^(?:subscribe|abonnieren sie|abonniere|jetzt abonnieren|newsletter|sign up|melden sie sich|hier anmelden|abonnez-vous|suscríbete|suscríbase|iscriviti)\b.{0,200}$/iu,
  /(?:verwendet akismet|uses akismet|utilise akismet|usa akismet)/iu,
  /^(?:we use cookies|wir verwenden cookies|diese (?:website|seite|webseite) (?:verwendet|nutzt|benutzt) cookies|this (?:website|site) uses cookies|nous utilisons des cookies|utilizamos cookies)/iu,
  /^(?:your email address will not be published|ihre e-mail-adresse wird nicht|deine e-mail-adresse wird nicht|votre adresse e-?mail ne sera|tu dirección de correo)/iu,
  /^(?:bitte (?:aktivieren|schalten) sie|please enable|javascript (?:is|muss|must)|sie müssen (?:javascript|angemeldet|eingeloggt)|you need to (?:enable|log ?in)|you must be logged in)\b/iu,
  /(?:to (?:view|read|continue reading) (?:the|this) (?:full|whole|rest)|already a subscriber|um (?:diesen|den) (?:artikel|beitrag) (?:(?:weiter|vollständig|ganz) zu lesen|weiterzulesen)|jetzt weiterlesen mit|réservé aux abonnés|contenido exclusivo para suscriptores|hazte miembro|hágase miembro)/iu,
  /^\(?(?:noch )?(?:keine|no|0|\d+) (?:bewertung(?:en)?|kommentare?|comments?|commentaires?|comentarios?|votes?|stimmen|ratings?)\)?$/iu,
  // Whom the publisher is paid by.
  /\b(?:affiliate[- ]?links?|affiliate disclosure|advertising api|amazon associates?|amazon-partner|partnerlinks?)\b/iu,
  /\bwe may (?:receive|earn|get) (?:a |an )?(?:small )?(?:affiliate )?(?:compensation|commission)/iu,
  // Where it was first published, and who owns it.
  /^dies(?:er|e|es) (?:beitrag|artikel|text|rezension|interview) (?:ist )?(?:stammt|erschien|(?:zuerst|ursprünglich|erstmals) (?:erschienen|veröffentlicht)|erschienen in|wurde (?:zuerst|ursprünglich))\b/iu,
  /^der (?:beitrag|artikel|text) (?:ist |wurde )?(?:stammt|erschien|zuerst|ursprünglich|erstmals)\b[^.!?]{0,40}\b(?:auf|bei|aus) [^.!?]{2,60}\.?$/iu,
  /^(?:this|the) (?:article|post|story|essay|piece|interview) (?:first|originally|was (?:first|originally)|has been (?:first|originally)) (?:appeared|published|ran)\b/iu,
  /^\(?[\p{L}.]{0,12}\s?[/,]\s?(?:dpa|afp|apa|ap|pap|reuters|rtr|sda|ots|epd|kna|sid|efe|ansa|lusa|tass)(?:[-/]\p{L}{2,6})?\)?$/iu,
  /^\((?:dpa|afp|apa|ap|pap|reuters|rtr|sda|epd|kna|sid|efe|ansa)(?:[-/ ,]\p{L}{1,8})?\)$/iu,
  // Place and agency of a dispatch, in a separate line.
  /^\p{Lu}[\p{L} .'’/-]{1,40}\s?\((?:dpa|afp|apa|ap|pap|reuters|rtr|sda|epd|kna|sid|efe|ansa|ots)[^()]{0,12}\)\s?[-–—.:]?$/iu,
  /^(?:https?:\/\/)?(?:www\.)?[\w-]{2,40}\.(?:com|org|net|de|at|ch|co\.uk|fr|es|it|pl|info)\/?$/iu,
  /\b(?:fotos?|bild(?:er)?|photos?|images?|pictures?) via\b.{0,40}$/iu,
  /\b(?:enter|type in) your e-?mail\b|\b(?:deine|ihre) e-?mail-?adresse (?:ein|an)\b|\b(?:saisissez|entrez) votre (?:adresse )?e-?mail\b|\b(?:introduce|ingresa|escribe) tu (?:correo|e-?mail)\b/iu,
  // Placeholders of embedded posts, form fields, and requests to commenters.
  /^(?:externer inhalt|external content|empfohlener (?:externer |redaktioneller )?inhalt|contenu externe|contenido externo|recommended content)\b.{0,60}$/iu,
  /\b(?:wird (?:benötigt und )?nicht veröffentlicht|will not be (?:published|shared)|ne sera pas publiée?|no será publicad[oa])\b/iu,
  /\bcomments? (?:are|is|will be) (?:being )?(?:moderated|civil|closed|subject to)\b|\b(?:kommentare|beiträge) werden (?:moderiert|vor der veröffentlichung|von der redaktion)\b/iu,
  /^(?:\.\.\.|…)?\s?(?:weiter zu[mr]?|weiter geht es (?:mit|zu)|dowiedz się więcej|czytaj więcej|zobacz także|więcej na ten temat)\b/iu,
  // Credits and rights in other languages.
  /^\(?(?:zdjęcie|zdj\.|fot\.|źródło|фото|источник|джерело|kuva|kuvat|fotoğraf|kaynak|foto e|foto di|fonte|fuente|fotó|fotografie|billede|bilde|φωτογραφ(?:ία|ίες)|πηγή|källa|kilde|bron|forrás|写真|撮影|出典|图片来源|图源|来源|사진|출처)\s?[:：=©/]/iu,
  /(?:riproduzione riservata|wszelkie prawa zastrzeżone|все права защищены|alle rechten voorbehouden|todos os direitos reservados|tutti i diritti riservati|tüm hakları saklıdır|toate drepturile rezervate|alla rättigheter (?:förbehållna|reserverade)|alle rettigheder forbeholdes|alle rettigheter (?:forbeholdt|reservert)|kaikki oikeudet pidätetään|všechna práva vyhrazena|všetky práva vyhradené|minden jog fenntartva|sva prava (?:pridržana|zadržana)|με επιφύλαξη παντός δικαιώματος|всі права захищені|جميع الحقوق محفوظة|כל הזכויות שמורות|無断転載|无断转载|版权所有|무단 ?전재)/iu,
  ...browserNotices,
  /^(?:estimated )?(?:reading time|read time|lesezeit|lesedauer|temps de lecture|tiempo de lectura|tempo d[ei] (?:leitura|lettura)|leestijd|lästid|czas czytania|время чтения)(?![\p{L}]).{0,40}$/iu,
  // Slugs of wires, counters of galleries, and notices that a script does not run.
  /^[A-Z]{2}-[A-Z]{2}--[\w-]+/u,
  /^\d{1,2}of\d{1,2}\p{Lu}/u,
  /^(?:this slideshow requires|diese diashow benötigt|ce diaporama nécessite) javascript\b/iu,
  /^[\w.+-]{1,60}@[\w.-]{2,60}\.\p{L}{2,10}$/u,
];

/** Characters that are spoken: a line without any is a rule, or stars. */
const spoken = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** Invitations to subscribe or sign in, at the end of articles. */
const invitation =
  /\b(?:subscri(?:be|bers?|ption)|newsletter|sign up|log ?in|abonnier\w*|abonnent\w*|abo abschließen|einloggen|mitglied werden|become a member|membership|abonn(?:é|ez)\w*|suscri\w+|(?:hazte|hágase) (?:socio|miembro)|devenez membre|soutenez-nous|faites un don|diventa socio|abbonati|sostienici|spenden?|donate|donation|folgen sie uns|follow us|folge uns)\b/iu;

export function isInvitation(text: string): boolean {
  return text.length <= 350 && invitation.test(text);
}

const dateLineWords =
  /\b(?:uhr|aktualisiert|veröffentlicht|erschienen|stand|updated?|published|posted|modified|last|publié|mise? à jour|publicado|actualizado|pubblicato|aggiornato|am|um|at|on|vom|der|den|le|à|el|il|de|del|às|feira|alle|ore|kl|pm|gmt|utc|m?e[sd]t|ce?s?t|min|minuten|minutes?|read)\b/giu;

/**
 * Dates, with or without times, and nothing else but the words that go with them; a month and a weekday may
 * remain.
 */
export function isDateLine(text: string): boolean {
  if (text.length > 100 || !/\b(?:19|20)\d{2}\b/.test(text) || /[!?]$/.test(text) || parseDate(text) === null)
    return false;
  return (
    text.replace(dateLineWords, '').replace(/[^\p{L}]/gu, '').length <= 20 && text.split(' ').length <= 14
  );
}

export function isFurnitureLine(text: string): boolean {
  return !spoken.test(text) || (text.length <= 350 && furnitureLines.some((pattern) => pattern.test(text)));
}

/** A page's actions for its article, and picture credits, if nothing else is in the line. */
const controlLines: readonly RegExp[] = [
  /^(?:[Ff]oto|[Pp]hoto|[Bb]ild|[Ff]otografie) (?:di|de|von|by|av|af|par) \p{Lu}[\p{L}.'’-]{0,30}(?:[ /,]{1,3}\p{Lu}[\p{L}.'’-]{0,30}){0,4}[ /,]{0,3}$/u,
  /^(?:text size|font size|schriftgröße|textgröße|taille du texte|tamaño (?:del|de) (?:texto|letra)|listen to this article|artikel anhören|zum artikel|print this page)\s*:?$/iu,
  /^(?:ca\. )?\d{1,3}\s?(?:-|–)?\s?min(?:s|\.|ute|utes|uten|uti|utos)?\.?(?: (?:read|reading|lesezeit|lesedauer|de lecture|de lectura|di lettura|to read))$/iu,
  // Whose picture it is, in brackets.
  /^(?:\[|（|【)\s?(?:photos?|fotos?|bild(?:er)?|images?|pictures?|fot\.|사진|写真|图片?|圖)\s?(?:by|von|de)?\s?[=:：/][^\]）】]{1,80}[\]）】]$/iu,
  // Remains of a removed advertisement.
  /^[-–—=*\s]{0,8}(?:advertisement|ad|anzeige|werbung|publicité|publicidad|pubblicità|publicidade|reklama?|advertentie)[-–—=*\s]{0,8}$/iu,
  // How long reading takes.
  /^(?:ten tekst przeczytasz|przeczytasz (?:to )?w|lesedauer|time to read)\b.{0,40}$/iu,
  /(?:^|[.!?] )(?:[Pp]hotos?|[Pp]hotograph|[Ff]otos?|[Pp]icture|[Bb]ild|[Ii]mage|[Cc]rédit photo)\s?(?:credit|by|von)?\s?:\s?\p{Lu}[\p{L}.'’-]{0,30}(?:[ /,]{1,2}\p{Lu}[\p{L}.'’-]{0,30}){0,5}[ /,]{0,2}$/u,
];

export function isControlLine(text: string): boolean {
  return text.length <= 250 && controlLines.some((pattern) => pattern.test(text));
}

const byline =
  /^(?:(?:ein (?:gast)?(?:beitrag|kommentar|artikel) )?von|by|par|por|text|autor(?:in)?|author|auteur|words by|story by|report by)\s?:?\s(?:(?:dr|prof)\. )?\p{Lu}[\p{L}.'’-]{0,30}(?:[ ,&/]{1,3}(?:und|and|et|y|von|van|de|\p{Lu}[\p{L}.'’-]{0,30})){1,7}$/iu;

/** `Eine Kolumne von Ada Miller` */
const pieceBy =
  /^Eine? (?:Kolumne|Glosse|Analyse|Reportage|Rezension|Essay|Gastkommentar|Gastbeitrag|Interview) von(?: \p{Lu}[\p{L}.'’-]{0,30}){2,4}$/u;

/** Who wrote it, and nothing else but a place, a day or an agency. */
export function isByline(text: string, author: string | null): boolean {
  if (isDatedByline(text) || (text.length <= 90 && pieceBy.test(text))) return true;
  if (text.length <= 90 && withOffice.test(text)) return true;
  if (text.length > 90 || /[!?]$/.test(text)) return false;
  if (author !== null && author.length > 5 && text.includes(author))
    return text.replace(author, '').replace(/[^\p{L}]/gu, '').length <= 18;
  return /^\P{Ll}|^(?:von|by|par|por)\s/u.test(text) && byline.test(text) && !/[.…]$/.test(text);
}

const namedAtEnd = /\s(?:by|von|par|por|di|door)\s(?:\p{Lu}[\p{L}.'’-]{0,30}\s?){1,4}$/u;
/** `The Associated Press Published Monday, …`, `Published Tue, Nov 19 20197:05 AM ESTUpdated…` */
const publishedOn =
  /^(?:(?:\p{Lu}[\p{L}.'’-]{0,30}\s){0,6}(?:Published|Updated|Posted|Veröffentlicht|Publié|Publicado)(?:\s(?:on|am|le|el))?)[\s:,]{1,3}[^.!?]{0,20}\d{1,2}[^.!?]{0,12}(?:19|20)\d{2}/u;
/** `Robert Burns, AP National Security Writer` */
const withOffice =
  /^(?:\p{Lu}[\p{L}.'’-]{0,30}\s?){2,4},\s(?:\p{Lu}[\p{L}.&'’-]{0,30}\s){0,5}(?:Writer|Reporter|Correspondent|Editor|Staff|Redakteur(?:in)?|Korrespondent(?:in)?)$/u;
const dayFirst = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\s?[-–|•]/u;

/** `by Ann Example Monday, November 18, 2019`, `Monday, 18 November 2019, by Ann`, `05/10/2018 – by…` */
function isDatedByline(text: string): boolean {
  if (text.length > 160) return false;
  if (publishedOn.test(text)) return true;
  if (/[.!?…]$/.test(text.replace(/\b[ap]\.m\.$/i, '')) || parseDate(text) === null) return false;
  return (
    dayFirst.test(text) ||
    (text.length <= 100 && (/^(?:by|von|par|por|di|door)\s\p{Lu}/iu.test(text) || namedAtEnd.test(text)))
  );
}

const breadcrumbs = /^(?:[^»›>.!?]{2,40}\s?[»›>]\s?){2,6}[^.!?»›>]{0,80}…?$/u;

/** The way through a site to a page: `News » Sports » Runner…` */
export function isBreadcrumbs(text: string): boolean {
  return text.length <= 200 && breadcrumbs.test(text);
}

/** A picture's caption by how wires and agencies sign them. */
const pictured =
  /^(?:in|on) this .{0,80}\b(?:photo|photograph|image|picture|illustration)\b|\((?:AP Photo|Photo by |Reuters\/|Foto:|Bild:|Photo:)|(?:[./]|\bvia )\s?Getty(?: Images)?\)?$|[a-z]\.(?:Reuters|AFP|Getty|Shutterstock|AP)$|\([^()]{3,60}(?:\/|\bvia )\s?(?:AP|Reuters|AFP|EPA|dpa|imago|CP|Bloomberg|Shutterstock|The Canadian Press|Getty)[^()]{0,20}\)$|[.)]\s(?:\p{Lu}[\p{L}.'’-]{1,30}\s){2,4}\/\s?(?:AP|AFP|Reuters|EPA|dpa)$/iu;

/** Returns whether a text is a caption with a credit: captions of removed pictures may precede a text. */
export function isSignedCaption(text: string): boolean {
  return text.length <= 500 && pictured.test(text);
}

const partings: readonly RegExp[] = [
  /\bcontributed (?:reporting|to th(?:is|e) (?:report|story|article))\b.{0,60}$/iu,
  /^(?:more|mehr|follow|read)\b.{0,90}https?:\/\/\S{4,200}(?: (?:and|und) https?:\/\/\S{4,200})?$/iu,
  /^(?:like|enjoy(?:ed)?|liked) (?:this|the) (?:story|article|post)\?/iu,
  /\b(?:sign up for|subscribe to|abonnieren sie|abonniere|abonnez-vous à|suscríbete a|iscriviti a)\b.{0,120}\b(?:today|newsletters?|free|kostenlos|daily|updates|magazine|here|hier|now|jetzt)\b/iu,
  /\bdelivered (?:straight |right )?(?:through your letterbox|to your (?:inbox|door))\b/iu,
  /^(?:follow|folge|folgen sie|suivez|sigue|segui)\b.{0,120}(?:@\w|\b(?:twitter|facebook|instagram|linkedin|whatsapp|google news)\b)/iu,
  // Further information, sponsors, and requests to readers.
  /^(?:weitere|mehr|nähere) (?:infos?|informationen|details)\b.{0,60}(?:www\.|https?:)\S{4,80}\.?$/iu,
  /\bzapraszamy\b.{0,30}\bdo (?:subskrypcji|lektury|prenumeraty)\b|^więcej\b.{0,160}\bnumerze\b/iu,
  /^.{0,140}\b(?:hinterlass(?:e|t|en sie)|schreib(?:e|t|en sie)?)\b.{0,40}\b(?:einen kommentar|in die kommentare)\b.{0,60}$/iu,
  /^.{0,140}\b(?:(?:leave|drop) (?:us |me )?a comment|tell us (?:what you think )?in the comments)\b.{0,60}$/iu,
  /^(?:eure |ihre )?kommentare\b.{0,60}\b(?:könnt ihr|können sie|kannst du)\b.{0,80}\b(?:hinterlassen|schreiben|abgeben)\b.{0,120}$/iu,
  /^(?:join now|when you join|first-time subscribers|have a tip|send us your|jetzt mitglied)\b/iu,
  /\bunlimited (?:digital )?access\b|\bsupport (?:our|independent) journalism\b|\b(?:need|with) your (?:financial )?support\b/iu,
  /^\(?(?:reporting|writing|editing|additional reporting) by\b.{0,300}\)?$/iu,
  // Where a blog filed it, and what else can be had.
  /^(?:dieser|der|this) (?:beitrag|eintrag|artikel|entry|post) (?:wurde|ist|was|is) .{0,120}\b(?:veröffentlicht|abgelegt|verschlagwortet|posted|filed|tagged|published)\b/iu,
  /\bapps?\b.{0,60}\b(?:iOS|Android|app store|google play)\b/iu,
  /^listen to .{0,80}\b(?:weekdays|listen back|podcast)\b/iu,
  // Which comments are not let through.
  /\b(?:comments|kommentare|commentaires|comentários|comentarios|commenti)\b.{0,140}\b(?:will not be|werden nicht|ne seront pas|não serão|no serán|non saranno)\b.{0,40}\b(?:approved|published|freigeschaltet|veröffentlicht|approuvés|publiés|aprovados|publicados|aprobados|approvati|pubblicati)\b/iu,
  // Rules of conduct for readers.
  /^(?:please |bitte )?keep (?:your |the )?comments\b.{0,200}$/iu,
  /\b(?:commentaires|comentarios|commenti|kommentare|comments) (?:sont|serán?|están|sono|werden|are|will be) (?:modéré|moderad|moderat|moderiert|geprüft|reviewed|checked)/iu,
  /\bcommitted to publishing a diversity of letters\b|\bwe(?:’|')d like to hear (?:what you think|from you)\b/iu,
];

/** Rules of conduct for readers, which an article may also report of others. */
const houseRules: readonly RegExp[] = [
  /\b(?:our|unsere[nr]?|die|nos|notre|la|nuestras) (?:\p{L}{2,20} ){0,2}(?:comment(?:ing)? (?:rules|policy|guidelines)|community (?:guidelines|rules)|house rules|netiquette|kommentarregeln|charte (?:de modération|des commentaires)|normas de participación)(?![\p{L}])/iu,
  /\bright to (?:delete|remove|edit) (?:any )?(?:comments|contributions|posts)\b|\bvorbehalten?,? (?:kommentare|beiträge) zu (?:löschen|kürzen|entfernen)\b|\bbehalten uns .{0,40}(?:kommentare|beiträge)\b.{0,60}\b(?:löschen|kürzen|entfernen)\b/iu,
];

/** Whom the press may ask, below what a company announces. */
const pressContact =
  /^(?:press(?:e)?|media|medien)[\s-]?(?:contacts?|kontakt|anfragen|enquiries|inquiries|office|stelle)(?![\p{L}])|^(?:contacto de prensa|contacts? presse|ufficio stampa|contatto stampa)\b|^(?:contact|kontakt|ansprechpartner(?:in)?)\b.{0,80}\b(?:press(?:e)?|media|medien)\b.{0,120}[:@]/iu;

export function isPressContact(text: string): boolean {
  return text.length <= 400 && pressContact.test(text);
}

/** What lawyers had written below. */
const disclaimers: readonly RegExp[] = [
  /^(?:disclaimer|haftungsausschluss|risikohinweis|wichtiger hinweis|hinweis zum haftungsausschluss|avertissement)\s?:.{20,900}$/iu,
  /\b(?:do(?:es)? not constitute|do(?:es)? not provide|not (?:be )?(?:construed|intended|considered|regarded|meant) as) (?:an? |any )?(?:\w{3,14} (?:or )?){0,3}advice\b|\bdo(?:es)? not constitute .{0,60}\b(?:offer|recommendation)\b/iu,
  /^(?:alle )?angaben (?:sind )?ohne gewähr\b.{0,80}$/iu,
  /\b(?:accepts?|assumes?) no (?:liability|responsibility) for (?:the |any )?(?:accuracy|completeness|contents?|errors|loss)\b|(?:^|\s)übernimmt (?:jedoch |daher )?keine(?:rlei)? (?:haftung|gewähr) für (?:die |den )?(?:richtigkeit|vollständigkeit|inhalte?|angaben|schäden)(?![\p{L}])|\bdécline toute responsabilité\b/iu,
  /\b(?:not|keine|nicht als) (?:be )?(?:(?:construed|intended|considered) as )?(?:financial|investment|legal|medical|tax|anlage|rechts|steuer|finanz)\s?-?(?:advice|beratung|empfehlung)\b/iu,
  /\b(?:views|opinions) expressed (?:here|herein|in this|by the author|are (?:those|solely|the author))\b/iu,
  /\bersetz(?:t|en) (?:keine|nicht die|keinesfalls)\b.{0,60}\b(?:beratung|behandlung|diagnose|arzt\w{0,8})\b/iu,
];

const forwardLooking = /\b(?:forward[- ]looking statements?|zukunftsgerichtete aussagen)\b/iu;

/** Statements by a person whom an article reports on. */
const reported =
  /[“”„«»"]|\b(?:said|says|stressed|held|told|ruled|hieß es|sagte|erklärte|betonte|a déclaré|dijo)\b/iu;

/**
 * Returns whether a text follows an article and is no part of it: contributors, subscriptions, accounts to
 * follow, disclaimers.
 */
export function isParting(text: string): boolean {
  return (
    (text.length <= 500 && partings.some((pattern) => pattern.test(text))) ||
    (text.length <= 1_000 && forwardLooking.test(text)) ||
    (text.length <= 1_000 && !reported.test(text) && isOfLawyers(text))
  );
}

const isOfLawyers = (text: string): boolean =>
  disclaimers.some((pattern) => pattern.test(text)) ||
  (text.length <= 500 && houseRules.some((pattern) => pattern.test(text)));
