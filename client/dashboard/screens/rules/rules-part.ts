import { IconListCheck } from '@tabler/icons-react';
import { rulesPartWords } from '../../generated/words/rulesPart.ts';
import { wordsNow } from '../../words/word-catalogue.ts';
import type { ProjectPart } from '../project-part/project-part.ts';

/** Rules that were made while the feature was enabled are still seen, and can be deleted. */
export const rulesPart: ProjectPart = {
  path: 'processing-rules',
  label: () => wordsNow(rulesPartWords).menu,
  icon: IconListCheck,
  heading: () => wordsNow(rulesPartWords).heading,
  title: (project) => wordsNow(rulesPartWords).document({ project }),
  feature: 'AUDIO_RULES',
};
