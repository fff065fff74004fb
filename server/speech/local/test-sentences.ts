import { baseLanguage } from '../languages.ts';

/** Beginnings and ends of sentences, each of which fits each. */
const parts: Readonly<Record<string, { begins: string[]; ends: string[] }>> = {
  en: {
    begins: [
      'The council',
      'A young engineer',
      'Her neighbor',
      'The old museum',
      'Nobody in the village',
      'The minister',
      'Every second driver',
      'The orchestra',
      'A spokeswoman',
      'The weather service',
    ],
    ends: [
      'expects heavy rain before the weekend.',
      'wants to close the bridge next spring.',
      'has changed the plans once again.',
      'heard the news on Thursday morning.',
      'needs more money for the harbor.',
    ],
  },
  de: {
    begins: [
      'Der Stadtrat',
      'Eine junge Ingenieurin',
      'Ihr Nachbar',
      'Das alte Museum',
      'Niemand im Dorf',
      'Der Minister',
      'Jeder zweite Fahrer',
      'Das Orchester',
      'Eine Sprecherin',
      'Der Wetterdienst',
    ],
    ends: [
      'erwartet vor dem Wochenende starken Regen.',
      'will die Brücke im nächsten Frühjahr schließen.',
      'hat die Pläne noch einmal geändert.',
      'erfuhr die Nachricht am Donnerstagmorgen.',
      'braucht mehr Geld für den Hafen.',
    ],
  },
  fr: {
    begins: [
      'Le conseil municipal',
      'Une jeune ingénieure',
      'Son voisin',
      'Le vieux musée',
      'Personne au village',
      'Le ministre',
      'Un conducteur sur deux',
      'L’orchestre',
      'Une porte-parole',
      'Le service météo',
    ],
    ends: [
      'attend de fortes pluies avant la fin de la semaine.',
      'veut fermer le pont au printemps prochain.',
      'a encore changé les plans.',
      'a appris la nouvelle jeudi matin.',
      'demande plus d’argent pour le port.',
    ],
  },
};

/** Fifty sentences to measure a voice with; null: there are none in its language. */
export function testSentences(language: string): string[] | null {
  const found = parts[baseLanguage(language)];
  return found ? found.begins.flatMap((begin) => found.ends.map((end) => `${begin} ${end}`)) : null;
}
