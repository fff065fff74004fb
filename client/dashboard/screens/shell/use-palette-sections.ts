import { IconArticle, IconFolder } from '@tabler/icons-react';
import { useState } from 'react';
import { useMatches, useNavigate } from 'react-router-dom';
import type { PaletteEntry } from '../../frames/project-part/palette-entry.ts';
import { paletteWords } from '../../generated/words/palette.ts';
import { commandGroups, usePresentCommands, type Command } from '../../ui/commands.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { screenActions } from './screen-actions.ts';
import { useSearchResults } from './use-search-results.ts';
import { usePaletteEntries } from './use-palette-entries.ts';

/** Something that can be chosen. */
export interface Choice extends Pick<Command, 'id' | 'label' | 'icon' | 'keys' | 'run'> {
  detail?: string;
}

export interface Section {
  title: string;
  choices: Choice[];
}

/** Shorter terms match labels only, because any sentence contains them. */
const keywordLeast = 3;
/** Of what is searched here, so many are shown of each kind. */
const shownMax = 8;

/** Removes case and accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

type Searchable = Pick<Command, 'label' | 'keywords'>;

/** Everything that fits what is typed, by where it belongs, and how far the search on the server is. */
export function usePaletteSections(query: string) {
  const w = useWords(paletteWords);
  const navigate = useNavigate();
  const commands = usePresentCommands();
  const { id: project } = useMatches().at(-1)?.params ?? {};
  const { found, state } = useSearchResults(query, project);
  const places = usePaletteEntries(project);
  // As the screen was when the palette opened over it.
  const [buttons] = useState(() => screenActions(new Set(commands.map(({ label }) => label))));
  const matches = matcherOf(query);
  const go = (path: string) => () => void navigate(path);
  /** What there is much of is found, not listed. */
  const sought = <One extends Searchable>(all: readonly One[]): One[] =>
    query.trim() === '' ? [] : all.filter(matches).slice(0, shownMax);
  const led = (all: readonly PaletteEntry[]): Choice[] =>
    all.map(({ to, ...place }) => ({ ...place, run: go(to) }));
  const offered = commands.filter((command) => !command.notInPalette && matches(command));
  const ofCommands = commandGroups.flatMap((group): Section[] => {
    const choices: Choice[] = [
      // What ends a project comes last.
      ...(group === 'project' ? led(places.project.filter(matches)) : []),
      ...offered.filter((command) => (command.group ?? 'screen') === group),
      ...(group === 'screen' ? sought(buttons) : []),
    ];
    const own: Section = { title: w.groups[group], choices };
    return group === 'project'
      ? [own, { title: w.groups.settings, choices: led(sought(places.settings)) }]
      : [own];
  });
  const sections: Section[] = [
    ...ofCommands,
    { title: w.groups.people, choices: led(sought(places.people)) },
    { title: w.groups.docs, choices: led(sought(places.docs)) },
    {
      title: w.groups.projects,
      choices: found.projects.map(({ databaseId, name, organization }) => ({
        id: `project:${databaseId}`,
        label: name,
        icon: IconFolder,
        run: go(`/projects/${databaseId}`),
        ...(organization && { detail: organization.name }),
      })),
    },
    {
      title: w.groups.articles,
      choices: found.articles.map(({ databaseId, title, project: { databaseId: of, name } }) => ({
        id: `article:${databaseId}`,
        label: title,
        detail: name,
        icon: IconArticle,
        run: go(`/projects/${of}/articles/${databaseId}`),
      })),
    },
  ];
  return { sections: sections.filter(({ choices }) => choices.length > 0), state };
}

/** Whether each word that is typed is in a label, or in keywords where it is long enough. */
function matcherOf(query: string): (one: Searchable) => boolean {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return ({ label, keywords = '' }) =>
    words.every(
      (part) =>
        plain(label).includes(part) || (part.length >= keywordLeast && plain(keywords).includes(part)),
    );
}
