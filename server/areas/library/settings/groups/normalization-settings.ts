import { choice, flag, namedGroup, text } from '../../../../kernel/settings.ts';
import { readingOptions } from '../../../../text/normalise/readings.ts';

/** How the built-in rules read classes of numbers and signs. */
export const readingSettings = {
  readPhoneNumbers: choice(readingOptions.phoneNumbers, {
    as: 'phoneNumbers',
    optionsAre: 'PhoneNumberReading',
    description: 'How the built-in rules read phone numbers.',
    default: 'by_language',
    graphqlOnly: true,
  }),
  readYears: choice(readingOptions.years, {
    as: 'years',
    optionsAre: 'YearReading',
    description: 'How the built-in rules read years outside dates.',
    default: 'by_language',
    graphqlOnly: true,
  }),
  readDates: choice(readingOptions.dates, {
    as: 'dates',
    optionsAre: 'DateReading',
    description: 'How the built-in rules read dates. The order of day and month matters in English only.',
    default: 'by_language',
    graphqlOnly: true,
  }),
  readUnits: choice(readingOptions.units, {
    as: 'units',
    optionsAre: 'UnitReading',
    description: 'How the built-in rules read numbers with units such as `5 km`.',
    default: 'by_language',
    graphqlOnly: true,
  }),
  readHandles: choice(readingOptions.handles, {
    as: 'handles',
    optionsAre: 'HandleReading',
    description: 'How the built-in rules read handles and hashtags such as `@news`.',
    default: 'by_language',
    graphqlOnly: true,
  }),
};

export const normalization = namedGroup('normalization', 'How the texts of a project are normalized.', {
  normalization: flag({
    as: 'enabled',
    description: 'Whether numbers, dates and the like are spelled out before audio generation.',
  }),
  normalizationPrompt: text({
    as: 'prompt',
    format: 'lines',
    description: 'Normalization instructions. Null for the default ones.',
    default: null,
    min: 10,
    max: 10_000,
  }),
  ...readingSettings,
  holdDoubtful: flag({
    description:
      'Whether articles with doubtful passages are on hold before their audio becomes public. ' +
      '`releaseArticle` publishes it.',
    graphqlOnly: true,
  }),
  holdAmbiguous: flag({
    description: 'Whether numbers and abbreviations that can be read in two ways count as doubtful.',
    default: true,
    graphqlOnly: true,
  }),
  holdLeftAsWritten: flag({
    description: 'Whether digits and signs that normalization leaves as written count as doubtful.',
    default: true,
    graphqlOnly: true,
  }),
  holdMarkup: flag({
    description: 'Whether remains of HTML and other markup count as doubtful.',
    default: true,
    graphqlOnly: true,
  }),
  holdLength: flag({
    description: 'Whether sentences whose audio is far too short or too long count as doubtful.',
    default: true,
    graphqlOnly: true,
  }),
  holdOtherScript: flag({
    description: 'Whether words in a script that the voice cannot read count as doubtful.',
    default: true,
    graphqlOnly: true,
  }),
});
