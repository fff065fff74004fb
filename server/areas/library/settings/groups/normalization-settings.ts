import { flag, namedGroup, text } from '../../../../kernel/settings.ts';

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
