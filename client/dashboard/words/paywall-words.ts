import { counted, words } from './word-catalogue.ts';
import { writtenCount, writtenMoney } from './written-numbers.ts';

/** The section Paywall of Configure project. */
export const paywallWords = words({
  en: {
    suffix: {
      legend: 'Sound at the end of the free part',
      none:
        'No sound of your own: the project’s voice says “To hear the full version of this article, please subscribe”, German and French ' +
        'voices in their language.',
      remove: 'Remove the sound',
      upload: 'Upload a sound',
      replace: 'Replace the sound',
    },
    signed: {
      legend: 'Signed requests',
      key: 'Key for signatures',
      noKey: 'The key is made when signed requests are first turned on and saved.',
      hidden: 'Only maintainers of the project see the key.',
      show: 'Show the key',
      hide: 'Hide the key',
      copy: 'Copy the key',
      copied: 'Key copied to clipboard!',
      rotate: 'New key',
      rotateTitle: 'Make a new key?',
      rotateBody:
        'Signatures made with the present key open nothing any more, at once. Sites that sign need the new key.',
      rotateConfirm: 'Make a new key',
      rotated: 'There is a new key',
      how: 'How to sign',
      title: 'How to sign requests',
      explain:
        'A signature is the MD5 of the time and the key, one after the other, in hexadecimal digits. The time is in seconds since 1970 ' +
        '(Unix time). A signature is accepted for five minutes before and after its time.',
      secret: 'Sign on your server, for people who have subscribed. In a page, anybody could read the key.',
      address: 'Time and signature are added to the address of the audio:',
      run: 'To try it, with the key in the environment (PARLANCE_SECURITY_KEY):',
      sample: (language: string) => `Sample in ${language}`,
      copySample: 'Copy the sample',
      sampleCopied: 'Sample copied to clipboard!',
      languages: 'Programming language',
      done: 'Done',
    },
    teasers: {
      what: 'the missing teasers',
      offer: (count: number) =>
        `${counted(count, { one: 'article has', other: 'articles have' })} no teaser for this paywall.`,
      cost: (characters: number, price: number) =>
        characters === 0
          ? 'Their speech is reused: making teasers costs nothing.'
          : `Their speech is reused: at most, ${writtenCount(characters)} characters are voiced for the invitation to subscribe (${writtenMoney(price)}).`,
      make: 'Make teasers',
      making: (count: number) =>
        `Teasers are being made: ${counted(count, { one: 'article', other: 'articles' })} to go.`,
      afterSave: 'Once this is saved, teasers for the articles that there are can be made.',
    },
  },
  de: {
    suffix: {
      legend: 'Ton am Ende des freien Teils',
      none:
        'Kein eigener Ton: Die Stimme des Projekts sagt „Um den ganzen Artikel zu hören, abonnieren Sie bitte“, englische und ' +
        'französische Stimmen in ihrer Sprache.',
      remove: 'Ton entfernen',
      upload: 'Ton hochladen',
      replace: 'Ton ersetzen',
    },
    signed: {
      legend: 'Signierte Anfragen',
      key: 'Schlüssel für Signaturen',
      noKey:
        'Der Schlüssel entsteht, wenn signierte Anfragen das erste Mal eingeschaltet und gespeichert werden.',
      hidden: 'Den Schlüssel sehen nur die Verwalter des Projekts.',
      show: 'Schlüssel anzeigen',
      hide: 'Schlüssel verbergen',
      copy: 'Schlüssel kopieren',
      copied: 'Schlüssel in die Zwischenablage kopiert!',
      rotate: 'Neuer Schlüssel',
      rotateTitle: 'Einen neuen Schlüssel erzeugen?',
      rotateBody:
        'Signaturen mit dem bisherigen Schlüssel öffnen sofort nichts mehr. Websites, die signieren, brauchen den neuen.',
      rotateConfirm: 'Neuen Schlüssel erzeugen',
      rotated: 'Es gibt einen neuen Schlüssel',
      how: 'So wird signiert',
      title: 'So werden Anfragen signiert',
      explain:
        'Eine Signatur ist der MD5-Wert aus Zeit und Schlüssel, aneinandergehängt, in hexadezimalen Ziffern. Die Zeit zählt in Sekunden ' +
        'seit 1970 (Unix-Zeit). Eine Signatur gilt fünf Minuten vor und nach ihrer Zeit.',
      secret:
        'Signieren Sie auf Ihrem Server, für Leute mit Abo. In einer Seite könnte jeder den Schlüssel lesen.',
      address: 'Zeit und Signatur kommen an die Adresse des Audios:',
      run: 'Zum Ausprobieren, mit dem Schlüssel in der Umgebung (PARLANCE_SECURITY_KEY):',
      sample: (language) => `Beispiel in ${language}`,
      copySample: 'Beispiel kopieren',
      sampleCopied: 'Beispiel in die Zwischenablage kopiert!',
      languages: 'Programmiersprache',
      done: 'Fertig',
    },
    teasers: {
      what: 'die fehlenden Teaser',
      offer: (count) =>
        `${counted(count, { one: 'Artikel hat', other: 'Artikel haben' })} keinen Teaser für diese Paywall.`,
      cost: (characters, price) =>
        characters === 0
          ? 'Die Sprachaufnahmen werden wiederverwendet: Teaser zu erzeugen kostet nichts.'
          : `Die Sprachaufnahmen werden wiederverwendet: Höchstens ${writtenCount(characters)} Zeichen werden für die Einladung zum Abo vertont (${writtenMoney(price)}).`,
      make: 'Teaser erzeugen',
      making: (count) =>
        `Teaser werden erzeugt: noch ${counted(count, { one: 'Artikel', other: 'Artikel' })}.`,
      afterSave: 'Nach dem Speichern lassen sich Teaser für die vorhandenen Artikel erzeugen.',
    },
  },
});
