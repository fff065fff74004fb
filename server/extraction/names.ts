import type { Element } from 'domhandler';

/**
 * What publishers call the parts of their pages, in class, id, role and the like, by the words of the names.
 * A name is a hint only: the same words wrap whole articles (`category-kommentar`, `has-sidebar`), so what it
 * means is weighed together with how much of the page it holds.
 */
const words = {
  content:
    'content inhalt contenu contenido text txt textbody fulltext prose copy bodytext maintext wysiwyg richtext rte formatted mainbody',
  article:
    'article artikel articolo articulo story post entry beitrag news blog blogpost hentry single singlepost node item articlebody ' +
    'articletext articlecontent storybody storytext postbody postcontent entrycontent newsarticle',
  body: 'body main primary maincontent central center centre middle hauptinhalt',
  comment:
    'comment comments kommentar kommentare commentlist commentaires commentaire comentarios comentario commenti reacties respond ' +
    'reply replies response responses disqus discussion diskussion forum pinglist pingback trackback trackbacks feedback guestbook',
  related:
    'related relateds relatedposts yarpp recommend recommended recommendation recommendations recommended outbrain taboola plista ' +
    'more mehr similar verwandt aehnliche weitere suggest suggested suggestions alsoread readnext crosslink crosslinks linkbox ' +
    'interlink infinite next upnext trending popular beliebt latest recent neueste aktuelle most mostread top topnews previews jp ' +
    'jprelated ligatus nrelate zergnet',
  teaser:
    'teaser teasers card cards tile tiles promo promos promotion excerpt listing list archive grid feed stream river loop headlines',
  social:
    'social share shares sharing sharedaddy shariff addthis addtoany sharebar sharebuttons sharebutton sharethis follow likes like ' +
    'facebook fb twitter whatsapp pinterest linkedin xing instagram youtube gplus tweet heateor ssba flattr print drucken email mail ' +
    'bookmark bookmarks',
  navigation:
    'nav navi navigation navbar menu menus submenu menue mainmenu topmenu breadcrumb breadcrumbs crumb crumbs pager pagination paging ' +
    'pagenav tabs tab skip skiplink jump sitemap prev previous',
  footer:
    'footer foot bottom colophon impressum imprint copyright legal fuss fusszeile footnote footnotes disclaimer',
  header: 'header head masthead banner top topbar logo branding kopf',
  side:
    'sidebar side aside marginal marginalspalte rail widget widgets secondary tertiary rightcol leftcol right left rechts links ' +
    'spalte randspalte col3 complementary module modul box infobox context kontext',
  advertisement:
    'ad ads advert adverts advertisement advertising adsense adbox adslot dfp gpt anzeige anzeigen werbung sponsor sponsored sponsors ' +
    'affiliate commercial partner shop product products produkt amazon deal deals buy',
  newsletter:
    'newsletter subscribe subscription signup optin abo abonnement mailchimp mailpoet donate donation spenden spende cta campaign ' +
    'callout register membership',
  paywall: 'paywall premium plus paid locked piano regwall',
  author:
    'author authors autor autoren auteur authorbox bio biography byline about vcard profile avatar creator verfasser contributor ' +
    'writer who',
  meta:
    'meta metadata info infos details data postmeta entrymeta postinfo submitted posted date datum time zeit timestamp published ' +
    'publication clock readtime',
  caption:
    'caption captions figcaption bildunterschrift legend legende credit credits bildnachweis copyright source quelle bu',
  picture:
    'image images img picture pictures photo photos foto fotos bild bilder gallery galerie slideshow slider carousel slide media ' +
    'video player embed swiper lightbox thumb thumbnail audio podcast',
  tag:
    'tag tags tagcloud taglist category categories cat kategorie kategorien topic topics thema themen keyword keywords schlagworte ' +
    'label labels rubrik kicker filed terms taxonomy',
  title: 'title titel titre headline heading subtitle subheadline hgroup ueberschrift',
  lead: 'lead intro introduction summary standfirst vorspann abstract description chapo dek anleser leadtext einleitung subhead deck',
  consent:
    'cookie cookies consent gdpr dsgvo privacy notice cmp popup modal overlay dialog tooltip message alert warning noscript browserupgrade',
  form: 'form search searchform suche login anmelden input button btn field rating ratings vote voting stars poll kontakt contact wpcf7',
  quote: 'quote quotes blockquote pullquote zitat citation',
  toc: 'toc contents inhaltsverzeichnis outline index anchor',
  hidden: 'hidden hide invisible visuallyhidden hiddentext noprint sr accessibility assistive mobile print',
  paragraph: 'paragraph paragraphs absatz para p section abschnitt field block wp',
  event: 'event events termin termine calendar kalender ticker live weather wetter stock job jobs',
  user: 'user postprofile member username userinfo signature poster role',
  answer: 'faq accordion question answer toggle collapse collapsible expand readmore expandable',
} as const;

export type NameKind = keyof typeof words;
export const nameKinds = Object.keys(words) as NameKind[];

const bits = new Map<string, number>();
nameKinds.forEach((kind, at) => {
  for (const word of words[kind].split(' ')) bits.set(word, (bits.get(word) ?? 0) | (1 << at));
});

const noTokens: readonly string[] = [];

/** The words of an element's names, in lower case and without numbers. */
export function nameTokens({ attribs }: Element): readonly string[] {
  const { class: classes, id, role, itemprop } = attribs;
  if (classes === undefined && id === undefined && role === undefined && itemprop === undefined)
    return noTokens;
  const text = `${classes ?? ''} ${id ?? ''} ${role ?? ''} ${itemprop ?? ''}`
    .slice(0, 400)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return text.match(/[a-z]{2,}/g) ?? noTokens;
}

/** The kinds that an element's names speak of, a bit each in the order of `nameKinds`. */
export function nameBits(element: Element): number {
  let found = 0;
  for (const word of nameTokens(element)) found |= bits.get(word) ?? 0;
  return found;
}

/** The bit of a kind. */
export function bitOf(kind: NameKind): number {
  return 1 << nameKinds.indexOf(kind);
}

export function isHidden(element: Element): boolean {
  const { hidden, style } = element.attribs;
  if (hidden !== undefined && hidden !== 'until-found') return true;
  return style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}
