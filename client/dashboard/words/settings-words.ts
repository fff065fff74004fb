import { counted, words } from './word-catalogue.ts';
import { writtenCount, writtenMoney } from './written-numbers.ts';

/** The frame of Configure project: its rail, saving, and the names of its sections. */
export const settingsWords = words({
  en: {
    rail: 'Sections',
    sections: {
      name: 'Project name',
      organization: 'Organization',
      voice: 'Voice',
      failover: 'Failover',
      sound: 'Sound',
      sources: 'Content source',
      limit: 'Daily character limit',
      parsing: 'Parsing',
      paywall: 'Paywall',
      ads: 'Audio ads',
      smartQa: 'Smart QA',
      duplicator: 'Article duplicator',
      normalization: 'Normalization',
      clone: 'Clone extractor rules',
      log: 'Project log records',
    },
    state: { changed: 'changed', error: 'needs attention', locked: 'locked' },
    locked: 'This feature is not enabled in your organization. Want to unlock it?',
    contact: 'Contact us',
    contactSubject: (section: string, project: string) => `Unlock ${section} for ${project}`,
    save: 'Save',
    back: 'Back to project',
    unsaved: 'There are unsaved changes',
    saved: 'Settings saved',
    notSaved: 'Not saved.',
    changesNotSaved: 'Changes not saved',
    missing: {
      name: 'Give the project a name to save.',
      language: 'Choose a language to save.',
      voice: 'Choose a voice to save.',
    },
    none: 'none',
    on: 'on',
    off: 'off',
    cancel: 'Cancel',
    conflict: { title: 'These settings were changed meanwhile' },
    summary: {
      privateProject: 'Private project',
      otherOrganization: 'Another organization',
      bitrate: (kbits: number, cover: boolean) => `${kbits} kbit/s${cover ? ', with a cover' : ''}`,
      noFailover: 'Articles wait while the speech service is down',
      limit: (characters: string) => `${characters} characters a day`,
      noLimit: 'No limit',
      off: 'Off',
      paywall: (paragraphs: string, signed: boolean) =>
        `After paragraph ${paragraphs}${signed ? ', signed' : ''}`,
      ads: (provider: string, articles: string) => `${provider}, after every ${articles} articles`,
      smartQa: (articles: string, errors: string) =>
        `${articles} % of the articles, ${errors} % of the errors`,
      duplicates: (count: number) =>
        count === 0 ? 'No copies' : `To ${counted(count, { one: 'project', other: 'projects' })}`,
      on: 'On',
      ownPrompt: 'On, with instructions of your own',
    },
    organizationPrivate: 'Only you see a private project.',
    pauses: 'Pauses',
    pauseSentence: 'After a sentence',
    pauseParagraph: 'After a paragraph',
    pauseHeading: 'After a heading',
    milliseconds: ' ms',
    bitrates: { '64': '64 kbit/s, small files', '128': '128 kbit/s, better for music' },
    cover: {
      legend: 'Cover image',
      hint: 'Podcast apps and players show it beside the audio. It is embedded in every file made from now on.',
      alt: 'The cover',
      remove: 'Remove the cover',
      replace: 'Replace the cover',
      upload: 'Upload a cover',
      files: 'JPEG or PNG, at most 500 KB',
    },
    estimate: {
      what: 'the estimate',
      used: (today: number, average: number, price: number) =>
        `Today ${writtenCount(today)} characters were voiced; on average ${writtenCount(average)} a month, which costs ` +
        `${writtenMoney(price)} a month with this voice.`,
      atMost: (price: number) => `With this limit it costs at most ${writtenMoney(price)} a day.`,
    },
    qa: {
      explain: (articles: number, errors: number) =>
        `Of 1,000 articles that become ready about ${writtenCount(articles * 10)} are chosen for review, and of 100 that fail about ` +
        `${writtenCount(errors)}. Whether an article is chosen stays the same however often it is voiced.`,
    },
    duplicator: {
      explain:
        'Every new article appears in these projects too, with their voice and their rules. It follows edits made here; where ' +
        'somebody edits the copy, the copy stays as it is.',
      targets: 'Projects that get a copy of every article',
      privateProject: 'Only projects of an organization can share articles.',
      noOthers: 'The organization has no other projects.',
      search: 'Search projects',
      nothing: 'No project is called so.',
      what: 'the projects',
      hidden: (count: number) =>
        `${counted(count, { one: 'further project', other: 'further projects' })} that you cannot see`,
    },
    clone: {
      explain:
        'Copies what is saved here to other projects of the organization. What they had before is replaced.',
      parts: 'What to copy',
      part: {
        extractor_rules: 'Extractor rules',
        url_replacements: 'URL replacements',
        paywall: 'Paywall',
        audio_ads: 'Audio ads',
        sound: 'Sound',
        normalization: 'Normalization',
        processing_rules: 'Processing rules',
      },
      targets: 'Projects to copy to',
      unsaved: 'Changes that are not saved yet are not copied.',
      clone: (count: number) =>
        count === 0 ? 'Copy' : `Copy to ${counted(count, { one: 'project', other: 'projects' })}`,
      waiting: 'Waiting',
      copying: 'Copying…',
      copied: 'Copied',
      failed: 'Not copied',
      choose: 'Choose what to copy, and at least one project.',
      done: (copied: number, of: number) =>
        `Copied to ${writtenCount(copied)} of ${writtenCount(of)} projects`,
    },
    normalization: {
      explain:
        'Numbers, dates, times, scores, money, units, percentages, fractions and enumerations are spelled out before they are voiced. ' +
        'The article’s text stays as it is; its log shows what was changed.',
      rulesOnly:
        'No AI model is configured on this server: rules for German, English and French do the work, and the instructions wait.',
      model: (name: string) =>
        `Done by ${name}, with these instructions. Where it fails, rules for German, English and French step in.`,
      defaultPrompt: 'The default instructions',
      useDefault: 'Use the default instructions',
      beginWithDefault: 'Begin with the default instructions',
      try: 'Try it',
      tryText: 'A text to normalize',
      trySample: 'On 3 May 2026 at 7:30 pm, 1,250 people paid €12.50 each.',
      preview: 'Show what is spoken',
      result: 'What is spoken',
      unchanged: 'No changes detected',
      by: {
        model: (name: string) => `Made by ${name}.`,
        rules: 'Made by the rules.',
        nothing: 'There are no rules for this language.',
      },
    },
  },
  de: {
    rail: 'Abschnitte',
    sections: {
      name: 'Projektname',
      organization: 'Organisation',
      voice: 'Stimme',
      failover: 'Ausfallstimme',
      sound: 'Klang',
      sources: 'Inhaltsquelle',
      limit: 'Tägliches Zeichenlimit',
      parsing: 'Parsing',
      paywall: 'Paywall',
      ads: 'Audiowerbung',
      smartQa: 'Smart QA',
      duplicator: 'Artikel-Duplikator',
      normalization: 'Normalisierung',
      clone: 'Extraktionsregeln übertragen',
      log: 'Einträge des Projektprotokolls',
    },
    state: { changed: 'geändert', error: 'bitte prüfen', locked: 'gesperrt' },
    locked: 'Diese Funktion ist für Ihre Organisation nicht freigeschaltet. Möchten Sie sie nutzen?',
    contact: 'Kontakt aufnehmen',
    contactSubject: (section, project) => `${section} für ${project} freischalten`,
    save: 'Speichern',
    back: 'Zurück zum Projekt',
    unsaved: 'Es gibt ungespeicherte Änderungen',
    saved: 'Einstellungen gespeichert',
    notSaved: 'Nicht gespeichert.',
    changesNotSaved: 'Änderungen nicht gespeichert',
    missing: {
      name: 'Zum Speichern fehlt der Name des Projekts.',
      language: 'Zum Speichern fehlt die Sprache.',
      voice: 'Zum Speichern fehlt die Stimme.',
    },
    none: 'keine',
    on: 'an',
    off: 'aus',
    cancel: 'Abbrechen',
    conflict: { title: 'Diese Einstellungen wurden inzwischen geändert' },
    summary: {
      privateProject: 'Privates Projekt',
      otherOrganization: 'Eine andere Organisation',
      bitrate: (kbits, cover) => `${kbits} kbit/s${cover ? ', mit Titelbild' : ''}`,
      noFailover: 'Bei einem Ausfall des Sprachdienstes warten die Artikel',
      limit: (characters) => `${characters} Zeichen am Tag`,
      noLimit: 'Ohne Limit',
      off: 'Aus',
      paywall: (paragraphs, signed) => `Nach Absatz ${paragraphs}${signed ? ', signiert' : ''}`,
      ads: (provider, articles) => `${provider}, nach je ${articles} Artikeln`,
      smartQa: (articles, errors) => `${articles} % der Artikel, ${errors} % der Fehler`,
      duplicates: (count) =>
        count === 0 ? 'Keine Kopien' : `In ${counted(count, { one: 'Projekt', other: 'Projekte' })}`,
      on: 'An',
      ownPrompt: 'An, mit eigenen Anweisungen',
    },
    organizationPrivate: 'Ein privates Projekt sehen nur Sie.',
    pauses: 'Pausen',
    pauseSentence: 'Nach einem Satz',
    pauseParagraph: 'Nach einem Absatz',
    pauseHeading: 'Nach einer Überschrift',
    milliseconds: ' ms',
    bitrates: { '64': '64 kbit/s, kleine Dateien', '128': '128 kbit/s, besser für Musik' },
    cover: {
      legend: 'Titelbild',
      hint: 'Podcast-Apps und Player zeigen es neben dem Audio. Es steckt in jeder Datei, die ab jetzt entsteht.',
      alt: 'Das Titelbild',
      remove: 'Titelbild entfernen',
      replace: 'Titelbild ersetzen',
      upload: 'Titelbild hochladen',
      files: 'JPEG oder PNG, höchstens 500 KB',
    },
    estimate: {
      what: 'die Schätzung',
      used: (today, average, price) =>
        `Heute wurden ${writtenCount(today)} Zeichen vertont, im Schnitt ${writtenCount(average)} im Monat. Das kostet mit dieser Stimme ` +
        `${writtenMoney(price)} im Monat.`,
      atMost: (price) => `Mit diesem Limit kostet ein Tag höchstens ${writtenMoney(price)}.`,
    },
    qa: {
      explain: (articles, errors) =>
        `Von 1.000 fertigen Artikeln kommen etwa ${writtenCount(articles * 10)} in die Prüfung, von 100 fehlgeschlagenen etwa ` +
        `${writtenCount(errors)}. Ob ein Artikel ausgewählt ist, bleibt gleich, wie oft er auch vertont wird.`,
    },
    duplicator: {
      explain:
        'Jeder neue Artikel erscheint auch in diesen Projekten, mit deren Stimme und Regeln. Er folgt den Änderungen, die Sie hier ' +
        'vornehmen; wird die Kopie selbst bearbeitet, bleibt sie, wie sie ist.',
      targets: 'Projekte, die jeden Artikel als Kopie erhalten',
      privateProject: 'Nur Projekte einer Organisation können Artikel teilen.',
      noOthers: 'Die Organisation hat keine weiteren Projekte.',
      search: 'Projekte suchen',
      nothing: 'Kein Projekt heißt so.',
      what: 'die Projekte',
      hidden: (count) =>
        `${counted(count, { one: 'weiteres Projekt', other: 'weitere Projekte' })}, für Sie nicht sichtbar`,
    },
    clone: {
      explain:
        'Überträgt, was hier gespeichert ist, auf andere Projekte der Organisation. Was dort vorher galt, wird ersetzt.',
      parts: 'Was übertragen wird',
      part: {
        extractor_rules: 'Extraktionsregeln',
        url_replacements: 'URL-Ersetzungen',
        paywall: 'Paywall',
        audio_ads: 'Audiowerbung',
        sound: 'Klang',
        normalization: 'Normalisierung',
        processing_rules: 'Verarbeitungsregeln',
      },
      targets: 'Zielprojekte',
      unsaved: 'Noch nicht gespeicherte Änderungen werden nicht übertragen.',
      clone: (count) =>
        count === 0
          ? 'Übertragen'
          : `Auf ${counted(count, { one: 'Projekt', other: 'Projekte' })} übertragen`,
      waiting: 'Wartet',
      copying: 'Wird übertragen …',
      copied: 'Übertragen',
      failed: 'Nicht übertragen',
      choose: 'Wählen Sie aus, was übertragen wird, und mindestens ein Projekt.',
      done: (copied, of) => `Auf ${writtenCount(copied)} von ${writtenCount(of)} Projekten übertragen`,
    },
    normalization: {
      explain:
        'Zahlen, Daten, Uhrzeiten, Spielstände, Geldbeträge, Einheiten, Prozente, Brüche und Aufzählungen werden ausgeschrieben, bevor ' +
        'sie vertont werden. Der Text des Artikels bleibt, wie er ist; sein Protokoll zeigt, was geändert wurde.',
      rulesOnly:
        'Auf diesem Server ist kein KI-Modell eingerichtet: Regeln für Deutsch, Englisch und Französisch übernehmen die Arbeit, die ' +
        'Anweisungen bleiben ungenutzt.',
      model: (name) =>
        `Das erledigt ${name} nach diesen Anweisungen. Fällt es aus, springen Regeln für Deutsch, Englisch und Französisch ein.`,
      defaultPrompt: 'Die Standardanweisungen',
      useDefault: 'Standardanweisungen verwenden',
      beginWithDefault: 'Mit den Standardanweisungen beginnen',
      try: 'Ausprobieren',
      tryText: 'Ein Text zum Normalisieren',
      trySample: 'Am 3.5.2026 um 19:30 Uhr zahlten 1.250 Gäste je 12,50 €.',
      preview: 'Zeigen, was gesprochen wird',
      result: 'Was gesprochen wird',
      unchanged: 'Keine Änderungen gefunden',
      by: {
        model: (name) => `Von ${name}.`,
        rules: 'Von den Regeln.',
        nothing: 'Für diese Sprache gibt es keine Regeln.',
      },
    },
  },
});
