import { words } from './word-catalogue.ts';

/** Statistics and review as parts of their project: in menus, as headings, as the document's title. */
export const laterPartWords = words({
  en: {
    stats: { label: 'Stats', heading: 'Statistics', title: (project: string) => `Statistics of ${project}` },
    qa: {
      label: 'QA',
      heading: 'Quality review',
      title: (project: string) => `Quality review of ${project}`,
    },
  },
  de: {
    stats: { label: 'Statistik', heading: 'Statistik', title: (project) => `Statistik von ${project}` },
    qa: { label: 'QA', heading: 'Qualitätsprüfung', title: (project) => `Qualitätsprüfung von ${project}` },
  },
});
