import { words } from './word-catalogue.ts';

/** What the server's catalogue of rules says, in German: by operator and subject, by action, by template. */
const germanConditions: Readonly<Record<string, string>> = {
  'always article': 'Immer',
  'contains title': 'Titel enthält',
  'contains text': 'Text enthält',
  'contains title_or_text': 'Titel oder Text enthält',
  'is label': 'Label ist',
  'greater_than length': 'Länger als',
  'less_than length': 'Kürzer als',
  'contains url': 'URL enthält',
  'equals voice': 'Stimme ist',
  'equals status': 'Status ist',
};

const germanActions: Readonly<Record<string, { title: string; description: string }>> = {
  skip_title: { title: 'Titel nicht vorlesen', description: 'Der Titel wird nicht vorgelesen.' },
  skip_text: { title: 'Text nicht vorlesen', description: 'Nur der Titel wird vorgelesen.' },
  say_as: {
    title: 'Andere Stimme',
    description:
      'Eine andere Stimme liest den Artikel. Bei mehreren Stimmen bekommt jeder Artikel eine davon und behält sie.',
  },
  set_label: {
    title: 'Label setzen',
    description: 'Fügt Labels hinzu, durch Kommas getrennt. Spätere Regeln berücksichtigen sie.',
  },
  set_status: {
    title: 'Status setzen',
    description:
      'Lehnt den Artikel ab, hält ihn an, bis ihn jemand freigibt, schließt ihn ohne Audio oder als fehlgeschlagen ab oder lässt ihn vertonen.',
  },
  background_music: {
    title: 'Hintergrundmusik',
    description:
      'Unter der Stimme läuft leise Musik. Bei mehreren Stücken bekommt jeder Artikel eines davon und behält es.',
  },
  audio_logo: { title: 'Audiologo voranstellen', description: 'Vor dem Artikel erklingt ein Ton.' },
  chunk_strategy: {
    title: 'Textabschnitte',
    description:
      'Bestimmt, wie der Text in Abschnitte geteilt wird. Eine Stimme spricht jeden als Ganzes, und nach einer Änderung werden nur die geänderten neu vertont.',
  },
  voice_to_voice: {
    title: 'Voice-to-Voice-Modell',
    description:
      'Eine andere Stimme spricht nach, was vertont wurde, mit dessen Tempo und Betonung. Das wird neben der Vertonung berechnet. Erfordert einen Dienst, der das kann, etwa ElevenLabs.',
  },
  normalization_model: {
    title: 'KI-Modell der Normalisierung',
    description:
      'Dieses Sprachmodell schreibt Zahlen, Daten und dergleichen aus, auch wo das Projekt es nicht tun lässt. Erfordert ein eingerichtetes Sprachmodell.',
  },
  volume_boost: {
    title: 'Lautstärke',
    description: 'Macht Artikel lauter (über 0) oder leiser (unter 0) als andere.',
  },
};

const germanTemplates: Readonly<Record<string, { title: string; description: string }>> = {
  reject_by_label: {
    title: 'Nach Label ablehnen',
    description: 'Artikel mit bestimmten Labels werden nicht vertont.',
  },
  reject_by_keyword: {
    title: 'Nach Stichwort ablehnen',
    description: 'Artikel mit bestimmten Wörtern werden nicht vertont.',
  },
  reject_longer_than: {
    title: 'Lange Artikel ablehnen',
    description: 'Artikel mit mehr als so vielen Zeichen werden nicht vertont.',
  },
  reject_shorter_than: {
    title: 'Kurze Artikel ablehnen',
    description: 'Artikel mit weniger als so vielen Zeichen werden nicht vertont.',
  },
  read_in_another_voice: {
    title: 'Mit anderer Stimme lesen',
    description:
      'Eine andere Stimme liest alle Artikel; bei mehreren Stimmen bekommt jeder Artikel eine davon.',
  },
  dont_read_title: { title: 'Titel nicht vorlesen', description: 'Artikel beginnen mit ihrem Text.' },
  read_category_in_another_voice: {
    title: 'Rubrik mit anderer Stimme lesen',
    description: 'Artikel mit bestimmten Labels liest eine andere Stimme.',
  },
  stop_after_parsed: {
    title: 'Vor dem Vertonen anhalten',
    description: 'Sobald ihr Text feststeht, warten Artikel, bis sie jemand weiterlaufen lässt.',
  },
};

const germanOptions: Readonly<Record<string, string>> = {
  parsed: 'eingelesen',
  ready: 'fertig',
  errored: 'fehlgeschlagen',
  rejected: 'abgelehnt',
  waiting: 'wartet',
  processing: 'in Arbeit',
  sentences: 'Sätze',
  paragraphs: 'Absätze',
  voice_tag_sentences: 'Sätze innerhalb von Stimm-Tags',
  voice_tag_paragraphs: 'Absätze innerhalb von Stimm-Tags',
};

/** What rules are made of. The server says it in English; each text is asked for with what it stands for. */
export const ruleCatalogueWords = words({
  en: {
    /** `Title contains` stands within a sentence as `title contains`; `URL contains` stays. */
    inSentence: (title: string) =>
      /^\p{Lu}\p{Lu}/u.test(title) ? title : title.slice(0, 1).toLowerCase() + title.slice(1),
    condition: (_key: string, title: string) => title,
    action: (_key: string, title: string) => title,
    actionText: (_key: string, description: string) => description,
    template: (_key: string, title: string) => title,
    templateText: (_key: string, description: string) => description,
    option: (_value: string, title: string) => title,
  },
  de: {
    inSentence: (title) => title,
    condition: (key, title) => germanConditions[key] ?? title,
    action: (key, title) => germanActions[key]?.title ?? title,
    actionText: (key, description) => germanActions[key]?.description ?? description,
    template: (key, title) => germanTemplates[key]?.title ?? title,
    templateText: (key, description) => germanTemplates[key]?.description ?? description,
    option: (value, title) => germanOptions[value] ?? title,
  },
});
