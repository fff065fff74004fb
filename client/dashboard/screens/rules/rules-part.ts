import { IconListCheck } from '@tabler/icons-react';
import { rulesPartWords } from '../../generated/words/rulesPart.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { ProjectPart } from '../../frames/project-part/project-part.ts';

/** Rules that were made while the feature was enabled are still seen, and can be deleted. */
export const rulesPart: ProjectPart = {
  path: 'processing-rules',
  label: () => currentWords(rulesPartWords).menu,
  icon: IconListCheck,
  heading: () => currentWords(rulesPartWords).heading,
  title: (project) => currentWords(rulesPartWords).document({ project }),
  feature: 'AUDIO_RULES',
};
