import { namedGroup, whole } from '../../../kernel/settings.ts';

export const review = namedGroup('review', 'What of a project somebody reviews.', {
  qaPercentErrors: whole({
    as: 'percentErrors',
    unit: '%',
    description: 'Percentage of the errors found that reach review.',
    default: 20,
    min: 0,
    max: 100,
    feature: 'smart-qa',
  }),
  qaPercentArticles: whole({
    as: 'percentArticles',
    unit: '%',
    description: 'Percentage of the articles that are checked.',
    default: 10,
    min: 0,
    max: 100,
    feature: 'smart-qa',
  }),
});
