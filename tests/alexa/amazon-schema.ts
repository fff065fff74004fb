import { z } from 'zod';

/**
 * Skill manifest 1.0 and interaction model as Amazon documents them ("Skill manifest schema", "Interaction
 * model schema"): what a custom skill that plays audio may have. An unknown field is a mistake.
 */
const locale = z.enum([
  'ar-SA',
  'de-DE',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IN',
  'en-US',
  'es-ES',
  'es-MX',
  'es-US',
  'fr-CA',
  'fr-FR',
  'hi-IN',
  'it-IT',
  'ja-JP',
  'pt-BR',
]);

const httpsUrl = z.url({ protocol: /^https$/ }).max(2000);

const category = z.enum([
  'ALARMS_AND_CLOCKS',
  'ASTROLOGY',
  'BUSINESS_AND_FINANCE',
  'CALCULATORS',
  'CALENDARS_AND_REMINDERS',
  'CHILDRENS_EDUCATION_AND_REFERENCE',
  'CHILDRENS_GAMES',
  'CHILDRENS_MUSIC_AND_AUDIO',
  'CHILDRENS_NOVELTY_AND_HUMOR',
  'COMMUNICATION',
  'CONNECTED_CAR',
  'COOKING_AND_RECIPE',
  'CURRENCY_GUIDES_AND_CONVERTERS',
  'DATING',
  'DELIVERY_AND_TAKEOUT',
  'DEVICE_TRACKING',
  'EDUCATION_AND_REFERENCE',
  'EVENT_FINDERS',
  'EXERCISE_AND_WORKOUT',
  'FASHION_AND_STYLE',
  'FLIGHT_FINDERS',
  'FRIENDS_AND_FAMILY',
  'GAME_INFO_AND_ACCESSORY',
  'GAMES',
  'HEALTH_AND_FITNESS',
  'HOTEL_FINDERS',
  'KNOWLEDGE_AND_TRIVIA',
  'MOVIE_AND_TV_KNOWLEDGE_AND_TRIVIA',
  'MOVIE_INFO_AND_REVIEWS',
  'MOVIE_SHOWTIMES',
  'MUSIC_AND_AUDIO_ACCESSORIES',
  'MUSIC_AND_AUDIO_KNOWLEDGE_AND_TRIVIA',
  'MUSIC_INFO_REVIEWS_AND_RECOGNITION_SERVICE',
  'NAVIGATION_AND_TRIP_PLANNER',
  'NEWS',
  'NOVELTY',
  'ORGANIZERS_AND_ASSISTANTS',
  'PETS_AND_ANIMAL',
  'PODCAST',
  'PUBLIC_TRANSPORTATION',
  'RELIGION_AND_SPIRITUALITY',
  'RESTAURANT_BOOKING_INFO_AND_REVIEW',
  'SCHOOLS',
  'SCORE_KEEPING',
  'SELF_IMPROVEMENT',
  'SHOPPING',
  'SMART_HOME',
  'SOCIAL_NETWORKING',
  'SPORTS_GAMES',
  'SPORTS_NEWS',
  'STREAMING_SERVICE',
  'TAXI_AND_RIDESHARING',
  'TO_DO_LISTS_AND_NOTES',
  'TRANSLATORS',
  'TV_GUIDES',
  'UNIT_CONVERTERS',
  'WEATHER',
  'WINE_AND_BEVERAGE',
  'ZIP_CODE_LOOKUP',
]);

const localized = z.strictObject({
  name: z.string().min(2).max(50),
  summary: z.string().min(1).max(160),
  description: z.string().min(1).max(4000),
  examplePhrases: z.array(z.string().min(1).max(200)).min(1).max(3),
  keywords: z.array(z.string().min(1).max(150)).max(30).optional(),
  smallIconUri: httpsUrl.optional(),
  largeIconUri: httpsUrl.optional(),
  updatesDescription: z.string().optional(),
});

const manifest = z.strictObject({
  manifestVersion: z.literal('1.0'),
  publishingInformation: z.strictObject({
    locales: z
      .partialRecord(locale, localized)
      .refine((locales) => Object.keys(locales).length > 0, 'At least one locale is needed.'),
    isAvailableWorldwide: z.boolean(),
    distributionMode: z.enum(['PUBLIC', 'PRIVATE']).optional(),
    distributionCountries: z.array(z.string().length(2)).optional(),
    testingInstructions: z.string().min(1).max(4000),
    category,
  }),
  apis: z.strictObject({
    custom: z.strictObject({
      endpoint: z.strictObject({
        uri: httpsUrl,
        sslCertificateType: z.enum(['Trusted', 'Wildcard', 'SelfSigned']),
      }),
      interfaces: z.array(
        z.strictObject({ type: z.enum(['AUDIO_PLAYER', 'VIDEO_APP', 'ALEXA_PRESENTATION_APL']) }),
      ),
    }),
  }),
  privacyAndCompliance: z.strictObject({
    allowsPurchases: z.boolean(),
    usesPersonalInfo: z.boolean(),
    isChildDirected: z.boolean(),
    isExportCompliant: z.boolean(),
    containsAds: z.boolean(),
    locales: z
      .partialRecord(
        locale,
        z.strictObject({ privacyPolicyUrl: httpsUrl.optional(), termsOfUseUrl: httpsUrl.optional() }),
      )
      .optional(),
  }),
});

/** "One or more words", letters, apostrophes and full stops; no word by which Alexa herself is called. */
const invocationName = z
  .string()
  .min(2)
  .max(50)
  .regex(/^\p{Ll}[\p{Ll}.' ]*$/u, 'Invocation name has characters that are not allowed.')
  .refine((name) => !/ {2}| $/.test(name), 'Invocation name has superfluous spaces.')
  .refine((name) => name.includes(' '), 'Invocation name has only one word.')
  .refine(
    (name) => !/\b(alexa|amazon|echo|computer|skill|app)\b/.test(name),
    'Invocation name contains a wake word.',
  );

const required = [
  'AMAZON.CancelIntent',
  'AMAZON.HelpIntent',
  'AMAZON.StopIntent',
  'AMAZON.PauseIntent',
  'AMAZON.ResumeIntent',
];

const model = z.strictObject({
  languageModel: z.strictObject({
    invocationName,
    intents: z
      .array(
        z.strictObject({
          name: z.string().regex(/^(AMAZON\.)?[A-Za-z_]+$/),
          samples: z.array(
            z.string().regex(/^[\p{L}'. ]+$/u, 'Sample utterance has characters that are not allowed.'),
          ),
          slots: z.array(z.never()).optional(),
        }),
      )
      .refine(
        (intents) => new Set(intents.map(({ name }) => name)).size === intents.length,
        'An intent is declared twice.',
      )
      .refine(
        (intents) => required.every((name) => intents.some((intent) => intent.name === name)),
        'A required intent is missing.',
      ),
    types: z.array(z.never()).optional(),
  }),
});

const problemsOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

/** What Amazon would refuse of a manifest. */
export const manifestProblems = (value: unknown): string[] => problemsOf(manifest, value);

/** What Amazon would refuse of an interaction model. */
export const modelProblems = (value: unknown): string[] => problemsOf(model, value);
