import { flag, namedGroup, wholeNumber } from '../../../../kernel/settings.ts';

export const limits = namedGroup('limits', 'Daily limit of a project.', {
  limitEnabled: flag({
    as: 'enabled',
    description: 'Whether the project has a daily limit.',
    feature: 'character_limit',
  }),
  limitPerDay: wholeNumber({
    as: 'charactersPerDay',
    description: 'Daily limit of characters for audio generation (UTC).',
    default: 100_000,
    min: 1,
  }),
});
