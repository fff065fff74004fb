import { IconBook2, IconSettings } from '@tabler/icons-react';
import { settingNamesWords } from '../../generated/words/settingNames.ts';
import { wordsNow } from '../../words/word-catalogue.ts';
import { docPages } from '../docs/doc-pages.ts';
import { fieldId } from '../settings/reveal-section.ts';
import { fieldsIn, sectionsFor, titleOf } from '../settings/settings-sections.ts';
import type { Place } from './use-places.ts';

/** The pages of the documentation, by title; their first lines are found too. */
export const docPlaces = (): Place[] =>
  docPages.map(({ slug, title, lead }) => ({
    id: `docs.${slug}`,
    label: title,
    keywords: lead,
    icon: IconBook2,
    to: `/projects/docs/${slug}`,
  }));

/** The settings of a project by what the form calls them, its sections first: each leads to its field. */
export function settingPlaces(here: string, project: Parameters<typeof sectionsFor>[0]): Place[] {
  const names: Record<string, { label: string } | undefined> = wordsNow(settingNamesWords);
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
}
