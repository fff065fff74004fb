import { IconSettings } from '@tabler/icons-react';
import type { ProjectPart } from '../project-part/project-part.ts';

export const settingsPart: ProjectPart = {
  path: 'settings',
  label: 'Configure',
  icon: IconSettings,
  heading: 'Configure project',
  title: (project) => `Configure ${project}`,
  right: 'canConfigure',
};
