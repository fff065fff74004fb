import { IconBook2 } from '@tabler/icons-react';
import type { PaletteEntry } from '../../frames/project-part/palette-entry.ts';
import { docPages } from './doc-pages.ts';

/** The pages of the documentation, by title; their first lines are found too. */
export const docPlaces = (): PaletteEntry[] =>
  docPages.map(({ slug, title, lead }) => ({
    id: `docs.${slug}`,
    label: title,
    keywords: lead,
    icon: IconBook2,
    to: `/projects/docs/${slug}`,
  }));
