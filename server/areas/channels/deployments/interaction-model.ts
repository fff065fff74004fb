import { skillWords } from './generated/skill-words.ts';
import { invocationName } from './invocation-name.ts';
import { languageOf } from './skill-locales.ts';

/** The only custom intent: a request to play the articles. */
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

/**
 * The interaction model of a locale (developer.amazon.com: "Interaction model schema"); null: the name has
 * nothing that Alexa could hear.
 */
export function interactionModel(name: string, locale: string): object | null {
  const language = languageOf(locale);
  const said = invocationName(name, language);
  if (said === null) return null;
  const intents = [
    ...builtInIntents.map((intent) => ({ name: intent as string, samples: [] as string[] })),
    { name: playIntent, samples: skillWords[language].samples.split('\n') },
  ];
  return { languageModel: { invocationName: said, intents, types: [] } };
}
