import { IconPlus } from '@tabler/icons-react';
import { articlePartWords } from '../../generated/words/articlePart.ts';
import { wordsNow } from '../../words/word-catalogue.ts';
import type { ProjectPart } from '../project-part/project-part.ts';

const addArticle = () => wordsNow(articlePartWords).addArticle;

export const addArticlePart: ProjectPart = {
  path: 'add-article/',
  label: addArticle,
  icon: IconPlus,
  primary: true,
  heading: addArticle,
  title: addArticle,
  right: 'canWrite',
};
