/** What players say before an article, by language: for listeners, in the language of the site. */
const texts: Readonly<Record<string, string>> = {
  da: 'Lyt til artiklen:',
  de: 'Diesen Artikel anhören:',
  en: 'Listen to this article:',
  es: 'Escucha este artículo:',
  fi: 'Kuuntele artikkeli:',
  fr: 'Écouter cet article\u00a0:',
  it: 'Ascolta questo articolo:',
  nb: 'Lytt til artikkelen:',
  nl: 'Luister naar dit artikel:',
  no: 'Lytt til artikkelen:',
  pl: 'Posłuchaj tego artykułu:',
  pt: 'Ouça este artigo:',
  sv: 'Lyssna på artikeln:',
};

/** Returns the call to action of a site's player. @param language BCP 47; null: not known */
export const callToActionIn = (language: string | null | undefined): string =>
  texts[language?.split('-')[0]?.toLowerCase() ?? ''] ?? texts['en']!;
