import { IconBook2 } from '@tabler/icons-react';
import type { Place } from '../project-part/place.ts';
import { docPages } from './doc-pages.ts';

/** The pages of the documentation, by title; their first lines are found too. */
export const docPlaces = (): Place[] =>
  docPages.map(({ slug, title, lead }) => ({
    id: `docs.${slug}`,
    label: title,
    keywords: lead,
    icon: IconBook2,
    to: `/projects/docs/${slug}`,
  }));
