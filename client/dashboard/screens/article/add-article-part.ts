import { IconPlus } from '@tabler/icons-react';
import { articlePartWords } from '../../generated/words/articlePart.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { ProjectPart } from '../../frames/project-part/project-part.ts';

const addArticle = () => currentWords(articlePartWords).addArticle;

export const addArticlePart: ProjectPart = {
  path: 'add-article/',
  label: addArticle,
  icon: IconPlus,
  primary: true,
  heading: addArticle,
  title: addArticle,
  right: 'canWrite',
};
