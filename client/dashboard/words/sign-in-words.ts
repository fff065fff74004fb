import { words } from './word-catalogue.ts';

export const signInWords = words({
  en: {
    document: 'Sign in · Parlance',
    claim: 'Every article, also to listen to.',
    heading: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    showPassword: 'Show the password',
    signIn: 'Sign in',
    firstStart:
      "On a new installation, the administrator's password is printed when the server first starts.",
  },
  de: {
    document: 'Anmelden · Parlance',
    claim: 'Jeder Artikel, auch zum Hören.',
    heading: 'Anmelden',
    email: 'E-Mail',
    password: 'Passwort',
    showPassword: 'Passwort anzeigen',
    signIn: 'Anmelden',
    firstStart:
      'Bei einer neuen Installation gibt der Server das Passwort des Administrators beim ersten Start aus.',
  },
});
