import { words } from './word-catalogue.ts';

/** Configure project as a part of its project: in menus, as a heading, as the document's title. */
export const settingsPartWords = words({
  en: {
    menu: 'Configure',
    heading: 'Configure project',
    document: (project: string) => `Configure ${project}`,
  },
  de: {
    menu: 'Konfigurieren',
    heading: 'Projekt konfigurieren',
    document: (project) => `${project} konfigurieren`,
  },
});
