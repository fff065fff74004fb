import { IconSettings } from '@tabler/icons-react';
import { settingsPartWords } from '../../generated/words/settingsPart.ts';
import { wordsNow } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import type { ProjectPart } from '../project-part/project-part.ts';

export const settingsPart: ProjectPart = {
  path: 'settings',
  get label() {
    return wordsNow(settingsPartWords).menu;
  },
  icon: IconSettings,
  get heading() {
    return wordsNow(settingsPartWords).heading;
  },
  title: (project) => wordsNow(settingsPartWords).document({ project }),
  right: 'canConfigure',
  places: () => withWords(import('./setting-places.ts')).then(({ settingPlaces }) => settingPlaces),
};
