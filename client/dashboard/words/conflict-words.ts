import { words } from './word-catalogue.ts';

/** What is said when somebody else saved meanwhile. */
export const conflictWords = words({
  en: {
    title: (what: string) => `This ${what} was changed meanwhile`,
    someone: 'Someone else',
    saved: (who: string) => `${who} has saved it since you began. Nothing of yours is saved yet.`,
    choose: 'Where both of you changed the same, choose what is saved.',
    adds: 'Saving keeps their changes and adds yours.',
    nothing: 'What it holds now is what you began with.',
    setting: 'Setting',
    before: 'Before',
    theirs: 'Theirs',
    mine: 'Yours',
    merged: 'Both together',
    notChanged: 'not changed',
    choiceOf: (label: string, version: string) => `${label}: ${version}`,
    goOn: 'Go on editing',
    takeTheirs: 'Discard my changes',
    keepMine: 'Save my changes',
    keepChosen: 'Save what is chosen',
  },
  de: {
    title: (what) => `${what} wurde inzwischen geändert`,
    someone: 'Jemand anderes',
    saved: (who) =>
      `${who} hat gespeichert, seit Sie angefangen haben. Von Ihren Änderungen ist noch nichts gespeichert.`,
    choose: 'Wo Sie beide dasselbe geändert haben, wählen Sie, was gespeichert wird.',
    adds: 'Beim Speichern bleiben die fremden Änderungen erhalten, Ihre kommen hinzu.',
    nothing: 'Der Inhalt ist jetzt wieder der, mit dem Sie angefangen haben.',
    setting: 'Einstellung',
    before: 'Vorher',
    theirs: 'Fremde Fassung',
    mine: 'Ihre Fassung',
    merged: 'Beides zusammen',
    notChanged: 'nicht geändert',
    choiceOf: (label, version) => `${label}: ${version}`,
    goOn: 'Weiter bearbeiten',
    takeTheirs: 'Meine Änderungen verwerfen',
    keepMine: 'Meine Änderungen speichern',
    keepChosen: 'Auswahl speichern',
  },
});
