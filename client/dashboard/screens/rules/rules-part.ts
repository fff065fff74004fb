import { IconListCheck } from '@tabler/icons-react';
import type { ProjectPart } from '../project-part/project-part.ts';

/** Rules that were made while the feature was enabled are still seen, and can be deleted. */
export const rulesPart: ProjectPart = {
  path: 'processing-rules',
  label: 'Automation',
  icon: IconListCheck,
  heading: 'Processing rules',
  title: (project) => `Processing rules of ${project}`,
  feature: 'audio_rules',
};
