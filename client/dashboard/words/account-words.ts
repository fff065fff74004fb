import { words } from './word-catalogue.ts';

/** What the account's menu leads to. */
export const accountWords = words({
  en: { profile: 'Profile', providers: 'Speech services', administration: 'Administration' },
  de: { profile: 'Profil', providers: 'Sprachdienste', administration: 'Verwaltung' },
});
