/*
 * Lines of tools above and below texts, glued or spaced: `5:32MerkenTeilenLesezeit: 4 Min.`, and the marks
 * that agencies and editors leave of who wrote what.
 */

/** What tools are called; longer names first. */
const tools =
  /artikel|beitrag|seite|story|article|page|kommentieren|kommentare?|comments?|commentaires?|commenter|merkliste|merken|speichern|gespeichert|drucken|ausdrucken|teilen|geteilt|verschenken|schenken|anhören|vorlesen|zuhören|hören|lesezeit|lesedauer|vorlesezeit|hördauer|schriftgröße|textgröße|größer|kleiner|weiterleiten|versenden|senden|empfehlen|kopieren|kopiert|link|folgen|whatsapp|facebook|twitter|linkedin|telegram|pinterest|instagram|threads|bluesky|mastodon|messenger|e-?mail|flipboard|reddit|pocket|xing|pdf|rss|share|shared|save|saved|bookmark|print|listen|gift|copy|follow|reading time|read time|reading|min read|read|min(?:ute)?[ns]?|sek(?:unden?)?|sec(?:onds?)?|std|stunden?|uhr|partager|imprimer|enregistrer|sauvegarder|écouter|offrir|copier|envoyer|suivre|temps de lecture|lecture|lire plus tard|per|mail|audio|video|vidéo|play|pause|abspielen|like|gefällt mir|mag ich|hinzufügen|feedback|favoriten|add to favou?rites|add|later|später lesen|mehr optionen|more options|öffnen|open|favoris|ajouter/giu;
const fillers =
  /(?<!\p{L})(?:diesen?|dieser|den|der|die|das|zu|meine[nr]?|ihre[nr]?|als|auf|bei|via|per|an|in|zum|zur|mit|von|ca|etwa|the|this|on|by|to|via|an?|of|in|l|le|la|les|cet|ce|sur|par|de|x|à)(?!\p{L})/giu;
const toolCharacters = 200;
/** Tools, at least one of which occurs in a line of tools alone. */
const ownTools =
  /merk|drucken|teilen|versenden|weiterleiten|per e-?mail|link kopieren|anhören|vorlesen|lesezeit|lesedauer|kommentieren|verschenken|speichern|schriftgröße|share|save|print|listen|bookmark|gift|copy link|link kopieren|reading time|min(?:ute)? read|partager|imprimer|enregistrer|écouter|offrir|copier|temps de lecture|hördauer|vorlesezeit|abspielen/iu;

/** Whether a line is nothing but names of tools, times and counts. */
export function isToolLine(text: string): boolean {
  if (text.length > toolCharacters || /[!?"“”„«»]/.test(text) || !ownTools.test(text)) return false;
  return (
    text
      .replace(tools, ' ')
      .replace(fillers, ' ')
      .replace(/[^\p{L}]/gu, '') === ''
  );
}

const agencies =
  'dpa|afp|apa|ap|pap|reuters|rtr|rtrs|sda|keystone-sda|epd|kna|sid|efe|ansa|ots|dts|dapd|ddp|bloomberg|belga|anp|ritzau|ntb|tt|lusa|tass|pa|cp|aap';
const desks = String.raw`(?:[-/ ,]{1,2}\p{L}{2,8}){0,4}`;
/** Lines that contain only agencies' marks, anywhere in the text. */
const agencyLines: readonly RegExp[] = [
  new RegExp(String.raw`^[([]?(?:\p{Ll}{2,4}[/,] ?)?(?:${agencies})${desks}[)\]]?\.?$`, 'iu'),
  new RegExp(
    String.raw`^[([]?(?:mit|unter verwendung von|quelle|text|from|with|avec|source)\s?:? (?:material|agenturmaterial|informationen|inhalten|agenturen|agency material|files from|reporting by|les informations)?\s?(?:der|von|des|of|from|by|d['’]|de)?\s?(?:nachrichtenagentur(?:en)? )?(?:(?:${agencies}|agenturen|agencies|agences?)(?:,? (?:und|and|et|sowie) |, ?|/| )?){1,5}[)\]]?\.?$`,
    'iu',
  ),
  /^[([]?(?:mit (?:agentur)?material(?: (?:von|der|des) [^.!?]{1,40})?|agenturmaterial)[)\]]?\.?$/iu,
  /^(?:dies(?:er|e|es)|der|die) (?:text|artikel|beitrag|meldung|bericht|inhalt)\b.{0,60}(?:nachrichtenagentur|nachrichtendienst|\bdpa\b|\bafp\b|\bsda\b).{0,60}(?:übernommen|stammt|veröffentlicht|generiert|erstellt|geliefert)\b/iu,
  /^(?:dpa|afp|apa|sda)(?:-\p{L}+)?[:;].{0,80}$/iu,
  /^(?:©|\(c\)) ?(?:dpa|afp|apa|ap|reuters|sda|epd|kna)(?!\p{Ll}).{0,80}$/iu,
];
const initials = /^[([]?\p{Ll}{2,4}(?:\s?[/,]\s?\p{Ll}{2,5}){0,4}[)\]]?\.?$/u;
const upperInitials = /^[([]?\p{Lu}{2,3}(?:\/\p{Lu}{2,4}){1,3}[)\]]?$/u;
/** Short words that are not initials when they are alone. */
const shortWords: ReadonlySet<string> = new Set(
  'ja nein doch so und oder gut aha ach oh nun also yes no so ok okay and but well oui non bon ah eh si sí no et'.split(
    ' ',
  ),
);

/** Whether a line says which agency a text is of. */
export function isAgencyLine(text: string): boolean {
  if (text.length > 200) return false;
  const own = text.replace(/^[\s–—-]{1,4}|[\s–—-]{1,4}$/gu, '');
  return agencyLines.some((pattern) => pattern.test(own));
}

/** Whether a line holds an editor's initials: `mso`, `msa/tb`. Only at the ends of a text it can be that. */
export const isInitialsLine = (text: string): boolean =>
  (initials.test(text) || upperInitials.test(text)) && !shortWords.has(text.replace(/\P{L}/gu, ''));

/** Where an agency is named before a text's first words or behind its last ones: ` (dpa)`, `(dpa/lby) – `. */
const openingMark = new RegExp(
  String.raw`^(\p{Lu}[\p{L} .'’/-]{1,40} )?\((?:${agencies})${desks}\)\s?(?:[-–—:]\s?)?`,
  'iu',
);
const closingMark = new RegExp(String.raw`\s?[([](?:\p{Ll}{2,4}/)?(?:${agencies})${desks}[)\]]\.?$`, 'iu');

/** Returns the first and last paragraphs of a text without the marks of agencies in them. */
export function withoutAgencyMarks(paragraphs: readonly string[]): string[] {
  return paragraphs.map((text, place) => {
    let own = text;
    if (place < 2)
      own = own.replace(openingMark, (_whole, city: string | undefined) =>
        city === undefined ? '' : `${city.trim()}: `,
      );
    if (place >= paragraphs.length - 2) own = own.replace(closingMark, '');
    return own.trim() === '' ? text : own;
  });
}

/** How blogs sign what they send to readers of feeds. */
const signedPost =
  /(?:^|(?<=[.!?…”"“»)] ))(?:the post|der (?:beitrag|artikel)|l['’]article|cet article|la entrada|el artículo|l['’]articolo|o post|het bericht|wpis|inlägget)\s.{2,300}?(?:appeared first (?:on|at)|first appeared (?:on|at)|erschien zuerst (?:auf|bei)|ist zuerst (?:auf|bei)|est apparu en premier (?:sur|dans)|est apparu d['’]abord sur|se publicó primero en|apareció primero en|proviene da|sembra essere il primo su|apareceu primeiro em|verscheen eerst op|pochodzi z|dök först upp på)\s.{1,120}$/iu;

/** Returns a paragraph without the sentence by which a blog signs it; empty where it says no more. */
export const withoutPostSignature = (text: string): string =>
  text.length > 5_000 ? text : text.replace(signedPost, '').trim();
