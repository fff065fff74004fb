import { invocationName } from './invocation-name.ts';
import { languageOf, type Language, type Locale } from './skill-languages.ts';

/** The only intent that is not Amazon's: to be asked for the articles. */
export const playIntent = 'PlayArticles';

/** Amazon's intents that the skill knows; their phrases are built in. */
export const builtInIntents = [
  'AMAZON.CancelIntent',
  'AMAZON.FallbackIntent',
  'AMAZON.HelpIntent',
  'AMAZON.LoopOffIntent',
  'AMAZON.LoopOnIntent',
  'AMAZON.NavigateHomeIntent',
  'AMAZON.NextIntent',
  'AMAZON.PauseIntent',
  'AMAZON.PreviousIntent',
  'AMAZON.RepeatIntent',
  'AMAZON.ResumeIntent',
  'AMAZON.ShuffleOffIntent',
  'AMAZON.ShuffleOnIntent',
  'AMAZON.StartOverIntent',
  'AMAZON.StopIntent',
] as const;

const samples: Record<Language, string[]> = {
  en: [
    'play the news',
    'play the articles',
    'play the latest articles',
    'read the news',
    'read the articles to me',
    'what is new',
    'play',
  ],
  de: [
    'spiele die nachrichten',
    'spiele die artikel ab',
    'spiele die neuesten artikel',
    'lies die nachrichten vor',
    'lies mir die artikel vor',
    'was gibt es neues',
    'abspielen',
  ],
  fr: [
    'joue les actualités',
    'joue les articles',
    'joue les derniers articles',
    'lis les actualités',
    'lis moi les articles',
    'quoi de neuf',
    'lecture',
  ],
};

/**
 * The interaction model of a locale (developer.amazon.com: "Interaction model schema"); null: the name has
 * nothing that Alexa could hear.
 */
export function interactionModel(name: string, locale: Locale): object | null {
  const language = languageOf(locale);
  const said = invocationName(name, language);
  if (said === null) return null;
  const intents = [
    ...builtInIntents.map((intent) => ({ name: intent as string, samples: [] as string[] })),
    { name: playIntent, samples: samples[language] },
  ];
  return { languageModel: { invocationName: said, intents, types: [] } };
}
