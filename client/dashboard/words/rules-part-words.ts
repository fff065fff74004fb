import { words } from './word-catalogue.ts';

/** Processing rules as a part of their project: in menus, as a heading, as the document's title. */
export const rulesPartWords = words({
  en: {
    menu: 'Automation',
    heading: 'Processing rules',
    document: (project: string) => `Processing rules of ${project}`,
  },
  de: {
    menu: 'Automatisierung',
    heading: 'Verarbeitungsregeln',
    document: (project) => `Verarbeitungsregeln von ${project}`,
  },
});
