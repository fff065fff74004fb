import { skillWords } from './generated/skill-words.ts';
import { invocationName } from './invocation-name.ts';
import { languageOf, locales } from './skill-locales.ts';

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
          const { store: w } = skillWords[language];
          const said = invocationName(name, language) ?? name;
          return [
            locale,
            {
              name,
              summary: cut(w.summary({ name }), summaryMax),
              description: w.description({ name, publisher: shown }),
              examplePhrases: [w.open({ name: said }), w.next, w.resume],
              keywords: w.keywords.split(', '),
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
 * Answers to Amazon's questions that the skill's publisher maintains in the developer console; ours are used
 * only the first time.
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
