import { invocationName } from './invocation-name.ts';
import { languageOf, locales, type Language } from './skill-languages.ts';

/** What of a channel goes into the skill. */
export interface SkillFacts {
  /** Of the channel: by it listeners ask for the skill. */
  name: string;
  /** One of Amazon's. */
  category: string;
  /** The skill's endpoint. */
  url: string;
  publisher: string;
}

interface Localized {
  summary(name: string): string;
  description(name: string, publisher: string): string;
  /** Phrases by which listeners use it, the first with its name. */
  phrases(said: string): [string, string, string];
  keywords: string[];
}

const texts: Record<Language, Localized> = {
  en: {
    summary: (name) => `Listen to the latest articles of ${name}.`,
    description: (name, publisher) =>
      `${name} reads you the latest articles of ${publisher}. Say “next” or “previous” to change the article, “pause” and “resume” to stop and ` +
      'go on where you were, “start over” for the first article, and “shuffle on” or “loop on” for another order.',
    phrases: (said) => [`Alexa, open ${said}`, 'Alexa, next', 'Alexa, resume'],
    keywords: ['news', 'articles', 'audio'],
  },
  de: {
    summary: (name) => `Hör dir die neuesten Artikel von ${name} an.`,
    description: (name, publisher) =>
      `${name} liest dir die neuesten Artikel von ${publisher} vor. Sage „weiter“ oder „zurück“, um den Artikel zu wechseln, „Pause“ und ` +
      '„fortsetzen“, um anzuhalten und später weiterzuhören, „von vorne“ für den ersten Artikel, und „Zufallswiedergabe an“ oder ' +
      '„Wiederholen an“ für eine andere Reihenfolge.',
    phrases: (said) => [`Alexa, öffne ${said}`, 'Alexa, weiter', 'Alexa, fortsetzen'],
    keywords: ['Nachrichten', 'Artikel', 'Audio'],
  },
  fr: {
    summary: (name) => `Écoutez les derniers articles de ${name}.`,
    description: (name, publisher) =>
      `${name} vous lit les derniers articles de ${publisher}. Dites « suivant » ou « précédent » pour changer d’article, « pause » et ` +
      '« reprends » pour arrêter puis reprendre l’écoute, « recommence » pour revenir au premier article, et « active la lecture aléatoire » ' +
      'ou « active la lecture en boucle » pour un autre ordre.',
    phrases: (said) => [`Alexa, ouvre ${said}`, 'Alexa, suivant', 'Alexa, reprends'],
    keywords: ['actualités', 'articles', 'audio'],
  },
};

const nameMax = 50;
const summaryMax = 160;

/** The first `most` UTF-16 code units of a text at most, and never half a character. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/u, '');

/** The name as the skill store shows it: on one line, and cut. */
export const storeName = (name: string): string =>
  cut(name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim(), nameMax).trim();

/**
 * A skill's manifest (version 1.0, developer.amazon.com: "Skill manifest schema"). What people add in
 * Amazon's developer console (icons, privacy policy, countries) is not in it: see `mergedManifest`.
 */
export function skillManifest({ name: given, category, url, publisher }: SkillFacts) {
  const name = storeName(given);
  const shown = storeName(publisher) || name;
  return {
    manifestVersion: '1.0',
    publishingInformation: {
      locales: Object.fromEntries(
        locales.map((locale) => {
          const language = languageOf(locale);
          const { summary, description, phrases, keywords } = texts[language];
          const said = invocationName(name, language) ?? name;
          return [
            locale,
            {
              name,
              summary: cut(summary(name), summaryMax),
              description: description(name, shown),
              examplePhrases: phrases(said),
              keywords,
            },
          ];
        }),
      ),
      isAvailableWorldwide: true,
      testingInstructions:
        'Open the skill: it plays the latest articles, one after the other. No account is needed.',
      category,
    },
    apis: {
      custom: {
        endpoint: { uri: url, sslCertificateType: 'Trusted' },
        interfaces: [{ type: 'AUDIO_PLAYER' }],
      },
    },
    privacyAndCompliance: {
      allowsPurchases: false,
      usesPersonalInfo: false,
      isChildDirected: false,
      isExportCompliant: true,
      containsAds: false,
    },
  };
}

/**
 * Answers to Amazon's questions, which whoever publishes the skill gives in the developer console; ours are
 * for the first time only.
 */
const theirs = ['privacyAndCompliance', 'isAvailableWorldwide', 'testingInstructions'] as const;

type Json = { [name: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Our manifest in place of the one that Amazon has, without losing what people added to that one there. */
export function mergedManifest(present: Json, ours: Json): Json {
  const merged: Json = { ...present };
  for (const [name, value] of Object.entries(ours)) {
    const there = present[name];
    const isTheirs = there !== undefined && (theirs as readonly string[]).includes(name);
    if (!isTheirs) merged[name] = isObject(value) && isObject(there) ? mergedManifest(there, value) : value;
  }
  return merged;
}
