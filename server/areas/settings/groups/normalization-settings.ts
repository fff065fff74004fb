import { flag, settingGroup, text } from '../../../kernel/settings.ts';

export const normalization = settingGroup({
  normalization: flag({
    description: 'Whether numbers, dates and the like are spelled out before they are voiced.',
  }),
  normalizationPrompt: text({
    description: 'Normalization instructions. Null for the default ones.',
    default: null,
    min: 10,
    max: 10_000,
  }),
});
