import type { Language } from '../areas/deployments/skill-languages.ts';

/** What the skill says. */
export interface Phrases {
  welcome(name: string): string;
  resumed(title: string): string;
  empty(name: string): string;
  help(name: string): string;
  /** After the help, when nothing was said. */
  what: string;
  goodbye: string;
  notUnderstood: string;
  nothingToResume: string;
  last: string;
  first: string;
  shuffleOn: string;
  shuffleOff: string;
  loopOn: string;
  loopOff: string;
}

export const phrases: Record<Language, Phrases> = {
  en: {
    welcome: (name) => `Here are the latest articles of ${name}.`,
    resumed: (title) => `Welcome back. We go on with: ${title}.`,
    empty: (name) => `There are no articles of ${name} to listen to yet. Please come back later.`,
    help: (name) =>
      `I read you the latest articles of ${name}. You can say next, previous, pause, resume, repeat, start over, shuffle on or loop on. ` +
      'What would you like?',
    what: 'Say: play the articles.',
    goodbye: 'Goodbye.',
    notUnderstood: 'I did not understand that. Say next, previous, pause or help.',
    nothingToResume: 'You are not listening to an article. Say: play the articles.',
    last: 'That was the last article.',
    first: 'This is the first article.',
    shuffleOn: 'The articles are shuffled.',
    shuffleOff: 'The articles are in order again.',
    loopOn: 'After the last article I start again.',
    loopOff: 'After the last article I stop.',
  },
  de: {
    welcome: (name) => `Hier sind die neuesten Artikel von ${name}.`,
    resumed: (title) => `Willkommen zurück. Weiter geht es mit: ${title}.`,
    empty: (name) => `Von ${name} gibt es noch keine Artikel zum Anhören. Schau später wieder vorbei.`,
    help: (name) =>
      `Ich lese dir die neuesten Artikel von ${name} vor. Du kannst weiter, zurück, Pause, fortsetzen, wiederholen, von vorne, ` +
      'Zufallswiedergabe an oder Wiederholen an sagen. Was möchtest du?',
    what: 'Sage: Spiele die Artikel ab.',
    goodbye: 'Auf Wiederhören.',
    notUnderstood: 'Das habe ich nicht verstanden. Sage weiter, zurück, Pause oder Hilfe.',
    nothingToResume: 'Du hörst gerade keinen Artikel. Sage: Spiele die Artikel ab.',
    last: 'Das war der letzte Artikel.',
    first: 'Das ist der erste Artikel.',
    shuffleOn: 'Die Artikel kommen jetzt in zufälliger Reihenfolge.',
    shuffleOff: 'Die Artikel kommen wieder der Reihe nach.',
    loopOn: 'Nach dem letzten Artikel beginne ich von vorne.',
    loopOff: 'Nach dem letzten Artikel höre ich auf.',
  },
  fr: {
    welcome: (name) => `Voici les derniers articles de ${name}.`,
    resumed: (title) => `Bon retour. Nous reprenons avec : ${title}.`,
    empty: (name) => `Il n’y a pas encore d’articles de ${name} à écouter. Revenez plus tard.`,
    help: (name) =>
      `Je vous lis les derniers articles de ${name}. Vous pouvez dire suivant, précédent, pause, reprends, répète, recommence, active la ` +
      'lecture aléatoire ou active la lecture en boucle. Que souhaitez-vous ?',
    what: 'Dites : joue les articles.',
    goodbye: 'Au revoir.',
    notUnderstood: 'Je n’ai pas compris. Dites suivant, précédent, pause ou aide.',
    nothingToResume: 'Vous n’écoutez pas d’article en ce moment. Dites : joue les articles.',
    last: 'C’était le dernier article.',
    first: 'C’est le premier article.',
    shuffleOn: 'Les articles viennent maintenant dans un ordre aléatoire.',
    shuffleOff: 'Les articles viennent de nouveau dans l’ordre.',
    loopOn: 'Après le dernier article, je recommence.',
    loopOff: 'Après le dernier article, je m’arrête.',
  },
};
