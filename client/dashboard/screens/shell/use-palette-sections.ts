import { IconArticle, IconFolder } from '@tabler/icons-react';
import { useState } from 'react';
import { useMatches, useNavigate } from 'react-router-dom';
import type { PaletteEntry } from '../../frames/project-part/palette-entry.ts';
import { currentText, openingOf, type ProjectPart } from '../../frames/project-part/project-part.ts';
import { useProjectParts } from '../../frames/project-part/ProjectTabs.tsx';
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
/** Number of results of each kind that are shown. */
const shownMax = 8;

/** Removes case and accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

type Searchable = Pick<Command, 'label' | 'keywords'> & Pick<PaletteEntry, 'detail' | 'path'>;

/** Returns all matches of the input by section, and the state of the search on the server. */
export function usePaletteSections(query: string) {
  const w = useWords(paletteWords);
  const navigate = useNavigate();
  const commands = usePresentCommands();
  const { id: project } = useMatches().at(-1)?.params ?? {};
  const { found, state } = useSearchResults(query, project);
  const { named, rest } = partsNamedIn(query, useProjectParts());
  const { found: ofRest } = useSearchResults(rest, project);
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
      choices: [
        // "statistics morgen": a part of a project that is not the present one.
        ...ofRest.projects
          .filter(({ databaseId }) => String(databaseId) !== project)
          .flatMap((one) =>
            named
              .filter((part) => openingOf(part, one) !== 'refused')
              .map(({ path, label, icon }) => ({
                id: `project:${one.databaseId}/${path}`,
                label: currentText(label),
                detail: one.name,
                icon,
                run: go(`/projects/${one.databaseId}/${path}`),
              })),
          ),
        ...found.projects.map(({ databaseId, name, organization }) => ({
          id: `project:${databaseId}`,
          label: name,
          icon: IconFolder,
          run: go(`/projects/${databaseId}`),
          ...(organization && { detail: organization.name }),
        })),
      ],
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

/**
 * Returns whether something has each word that is typed, in any order: in its label, or, if the word is long
 * enough, in its keywords, its detail or its path. The path alone is not enough.
 */
function matcherOf(query: string): (one: Searchable) => boolean {
  const words = wordsOf(query);
  return ({ label, keywords = '', detail = '', path = '' }) => {
    const own = (word: string) =>
      plain(label).includes(word) ||
      (word.length >= keywordLeast && plain(`${keywords} ${detail}`).includes(word));
    return (
      words.every((word) => own(word) || (word.length >= keywordLeast && plain(path).includes(word))) &&
      (words.length === 0 || words.some(own))
    );
  };
}

const wordsOf = (query: string): string[] => plain(query).split(/\s+/).filter(Boolean);

/** The parts of projects that some words of a query name, and the words that are left for the project. */
function partsNamedIn(query: string, parts: readonly ProjectPart[]) {
  const words = wordsOf(query);
  const begins = (part: ProjectPart, word: string) =>
    word.length >= keywordLeast &&
    plain(currentText(part.label))
      .split(/\s+/)
      .some((own) => own.startsWith(word));
  const named = parts.filter((part) => words.some((word) => begins(part, word)));
  const rest = words.filter((word) => !named.some((part) => begins(part, word)));
  return named.length > 0 && rest.length > 0 ? { named, rest: rest.join(' ') } : { named: [], rest: '' };
}
