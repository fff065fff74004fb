import { words } from './word-catalogue.ts';

/** What the documentation's pages are called, and what stands on its cards. */
export const docsWords = words({
  en: {
    title: 'Documentation',
    titleOf: (page: string) => `${page} · Documentation`,
    next: 'Next:',
    pages: {
      'first-article': {
        title: 'From article to audio',
        lead: 'Paste a text, press one button, and listen a few seconds later: what happens in between, what each status means, and what to do when an article fails.',
      },
      sources: {
        title: 'Where articles come from',
        lead: 'A feed, a website, your own program or your keyboard: the four content sources, how often each is read, and how to leave out the parts of a page that nobody should hear.',
      },
      voices: {
        title: 'Voices and editing',
        lead: 'Choose a language and a voice, try them before you decide, and correct a sentence later: only the sentence that changed is voiced again.',
      },
      characters: {
        title: 'Characters and balance',
        lead: 'Voicing is paid for in characters: how they are counted, what an edit saves, how a daily limit protects you, and whom to ask when the balance runs out.',
      },
      'rules-and-sound': {
        title: 'Rules and sound',
        lead: 'Decide what happens to which article: another voice for a column, music under the weekend pages, nothing at all for live blogs. And how everything sounds, up to the paywall.',
      },
      programs: {
        title: 'Programs and partners',
        lead: 'Connect your own systems: GraphQL with an explorer to try it in, REST for older clients, tokens for each program, and changes as they happen.',
      },
    },
  },
  de: {
    title: 'Dokumentation',
    titleOf: (page: string) => `${page} · Dokumentation`,
    next: 'Weiter:',
    pages: {
      'first-article': {
        title: 'Vom Artikel zum Audio',
        lead: 'Text einfügen, einmal klicken und wenige Sekunden später zuhören: was dazwischen geschieht, was die Status bedeuten und was zu tun ist, wenn ein Artikel scheitert.',
      },
      sources: {
        title: 'Woher Artikel kommen',
        lead: 'Ein Feed, eine Website, Ihr eigenes Programm oder Ihre Tastatur: die vier Quellen, wie oft jede gelesen wird und wie Sie auslassen, was niemand hören soll.',
      },
      voices: {
        title: 'Stimmen und Bearbeiten',
        lead: 'Wählen Sie Sprache und Stimme, hören Sie vorher hinein, und verbessern Sie später einen Satz: Nur was sich geändert hat, wird neu vertont.',
      },
      characters: {
        title: 'Zeichen und Guthaben',
        lead: 'Vertont wird nach Zeichen: wie sie gezählt werden, was eine Bearbeitung spart, wie ein Tageslimit Sie schützt und an wen Sie sich wenden, wenn das Guthaben aufgebraucht ist.',
      },
      'rules-and-sound': {
        title: 'Regeln und Klang',
        lead: 'Bestimmen Sie, was mit welchem Artikel geschieht: eine andere Stimme für die Kolumne, Musik unter den Wochenendseiten, gar nichts für Liveblogs. Und wie alles klingt, bis hin zur Bezahlschranke.',
      },
      programs: {
        title: 'Programme und Partner',
        lead: 'Binden Sie eigene Systeme an: GraphQL mit einem Explorer zum Ausprobieren, REST für ältere Programme, ein Token für jedes Programm und Änderungen, sobald sie geschehen.',
      },
    },
  },
});
