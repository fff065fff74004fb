import { flag, namedGroup, wholeNumber } from '../../../../kernel/settings.ts';

export const review = namedGroup('review', 'Which articles of a project people review.', {
  qaPercentErrors: wholeNumber({
    as: 'percentErrors',
    unit: '%',
    description: 'Percentage of failed articles sent to review.',
    default: 20,
    min: 0,
    max: 100,
    feature: 'smart-qa',
  }),
  qaPercentArticles: wholeNumber({
    as: 'percentArticles',
    unit: '%',
    description: 'Percentage of articles sent to review.',
    default: 10,
    min: 0,
    max: 100,
    feature: 'smart-qa',
  }),
  qaBeforePublishing: flag({
    as: 'beforePublishing',
    description: 'Whether articles that are chosen for review are played and published only after it.',
    graphqlOnly: true,
  }),
  qaListening: flag({
    as: 'listening',
    description:
      'Whether articles that are chosen for review are compared with their text by speech ' +
      'recognition, if the installation has it.',
    default: true,
    graphqlOnly: true,
  }),
  qaVoicesAgain: flag({
    as: 'voicesAgain',
    description:
      'Whether a sentence whose audio differs from its text is regenerated automatically, once. It ' +
      'is charged like any other.',
    graphqlOnly: true,
  }),
});
