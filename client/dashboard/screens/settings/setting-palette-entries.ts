import { IconSettings } from '@tabler/icons-react';
import { settingNamesWords } from '../../generated/words/settingNames.ts';
import { currentWords } from '../../words/word-catalogue.ts';
import type { PaletteEntriesOf } from '../../frames/project-part/project-part.ts';
import type { PaletteEntry } from '../../frames/project-part/palette-entry.ts';
import { fieldId } from './reveal-section.ts';
import { fieldsIn, sectionsFor, titleOf } from './settings-sections.ts';

/** The settings of a project by what the form calls them, its sections first: each leads to its field. */
export const settingPaletteEntries: PaletteEntriesOf = (here, project): PaletteEntry[] => {
  const names: Record<string, { label: string } | undefined> = currentWords(settingNamesWords);
  const sections = sectionsFor(project);
  const named = sections.map((section) => ({ section, title: titleOf(section) }));
  const fields = named.flatMap(({ section, title }) =>
    fieldsIn(section).flatMap((field) => {
      const label = names[field]?.label;
      if (!label || label === title) return [];
      return [
        {
          id: `setting.${field}`,
          label,
          detail: title,
          icon: IconSettings,
          to: `${here}/settings#${fieldId(field)}`,
        },
      ];
    }),
  );
  return [
    ...named.map(({ section: { id }, title }) => ({
      id: `settings.${id}`,
      label: title,
      icon: IconSettings,
      to: `${here}/settings#${id}`,
    })),
    ...fields,
  ];
};
