import { settingGroup, whole } from '../../../kernel/settings.ts';

export const smartQa = settingGroup({
  qaPercentErrors: whole({
    description: 'Percentage of the errors found that reach review.',
    default: 20,
    min: 0,
    max: 100,
    feature: 'smart-qa',
  }),
  qaPercentArticles: whole({
    description: 'Percentage of the articles that are checked.',
    default: 10,
    min: 0,
    max: 100,
    feature: 'smart-qa',
  }),
});
