import { IconPlus } from '@tabler/icons-react';
import type { ProjectPart } from '../project-part/project-part.ts';

export const addArticlePart: ProjectPart = {
  path: 'add-article/',
  label: 'Add article',
  icon: IconPlus,
  primary: true,
  heading: 'Add article',
  title: () => 'Add article',
  right: 'canWrite',
};
