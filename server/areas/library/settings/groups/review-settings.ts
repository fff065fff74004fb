import { flag, namedGroup, wholeNumber } from '../../../../kernel/settings.ts';

export const review = namedGroup('review', 'Which articles of a project people review.', {
  qaPercentErrors: wholeNumber({
    as: 'percentErrors',
    unit: '%',
    description: 'Percentage of the errors found that reach review.',
    default: 20,
    min: 0,
    max: 100,
    feature: 'smart-qa',
  }),
  qaPercentArticles: wholeNumber({
    as: 'percentArticles',
    unit: '%',
    description: 'Percentage of the articles that are checked.',
    default: 10,
    min: 0,
    max: 100,
    feature: 'smart-qa',
  }),
  qaBeforePublishing: flag({
    as: 'beforePublishing',
    description:
      'Whether articles that are chosen for review are played and published only once they have been reviewed.',
    graphqlOnly: true,
  }),
  qaListening: flag({
    as: 'listening',
    description:
      'Whether articles that are chosen for review are recognised and compared with their text, where the installation has a recogniser.',
    default: true,
    graphqlOnly: true,
  }),
  qaVoicesAgain: flag({
    as: 'voicesAgain',
    description:
      'Whether a sentence that was not heard as it is written is voiced again, once, by itself. It is charged like any other.',
    graphqlOnly: true,
  }),
});
