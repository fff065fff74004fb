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
});
