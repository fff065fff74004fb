import { IconWebhook } from '@tabler/icons-react';
import { webhooksPartWords } from '../../generated/words/webhooksPart.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { ProjectPart } from '../../frames/project-part/project-part.ts';

export const webhooksPart: ProjectPart = {
  path: 'webhooks',
  label: () => currentWords(webhooksPartWords).menu,
  icon: IconWebhook,
  heading: () => currentWords(webhooksPartWords).heading,
  title: (project) => currentWords(webhooksPartWords).document({ project }),
  right: 'canManageWebhooks',
};
