import { IconSettings } from '@tabler/icons-react';
import { settingsPartWords } from '../../generated/words/settingsPart.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import type { ProjectPart } from '../../frames/project-part/project-part.ts';

export const settingsPart: ProjectPart = {
  path: 'settings',
  get label() {
    return currentWords(settingsPartWords).menu;
  },
  icon: IconSettings,
  get heading() {
    return currentWords(settingsPartWords).heading;
  },
  title: (project) => currentWords(settingsPartWords).document({ project }),
  right: 'canConfigure',
  places: () =>
    withWords(import('./setting-palette-entries.ts')).then(
      ({ settingPaletteEntries }) => settingPaletteEntries,
    ),
};
