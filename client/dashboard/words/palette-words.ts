import { words } from './word-catalogue.ts';

/** Of the command palette, and of the list of shortcuts. */
export const paletteWords = words({
  en: {
    title: 'Search and actions',
    placeholder: 'Search projects, articles and actions',
    results: 'Results',
    groups: {
      screen: 'On this page',
      player: 'Player',
      places: 'Go to',
      account: 'Account',
      general: 'Everywhere',
      projects: 'Projects',
      articles: 'Articles',
    },
    searching: 'Searching…',
    nothing: (query: string) => `Nothing found for “${query}”`,
    notSearched: 'Projects and articles could not be searched.',
    howTo: '↑ ↓ to choose, Enter to open, Esc to close',
    found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
    shortcuts: 'Keyboard shortcuts',
    singleKeys: 'Shortcuts of one key',
    singleKeysHint: 'Turn them off if you control the computer by voice. Space and those with Ctrl stay.',
    keys: { control: 'Ctrl', space: 'Space' },
  },
  de: {
    title: 'Suche und Befehle',
    placeholder: 'Projekte, Artikel und Befehle suchen',
    results: 'Treffer',
    groups: {
      screen: 'Auf dieser Seite',
      player: 'Player',
      places: 'Gehe zu',
      account: 'Konto',
      general: 'Überall',
      projects: 'Projekte',
      articles: 'Artikel',
    },
    searching: 'Wird gesucht …',
    nothing: (query: string) => `Nichts gefunden für „${query}“`,
    notSearched: 'Projekte und Artikel konnten nicht durchsucht werden.',
    howTo: '↑ ↓ auswählen, Eingabe öffnen, Esc schließen',
    found: (count: number) => `${count} Treffer`,
    shortcuts: 'Tastenkürzel',
    singleKeys: 'Kürzel aus einer Taste',
    singleKeysHint:
      'Schalten Sie sie ab, wenn Sie den Computer per Sprache steuern. Leertaste und Kürzel mit Strg bleiben.',
    keys: { control: 'Strg', space: 'Leertaste' },
  },
});
