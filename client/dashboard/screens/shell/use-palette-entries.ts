// oxlint-disable relay/unused-fields -- the rights of parts and sections are read by name
import { IconArticle, IconBroadcast, IconUser } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type {
  usePaletteEntriesQuery,
  usePaletteEntriesQuery$data,
} from '../../__generated__/usePaletteEntriesQuery.graphql.ts';
import { paletteWords } from '../../generated/words/palette.ts';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import type { PaletteEntry } from '../../frames/project-part/palette-entry.ts';
import {
  openingOf,
  currentText,
  type PaletteEntriesOf,
  type ProjectPart,
} from '../../frames/project-part/project-part.ts';
import { useProjectParts } from '../../frames/project-part/ProjectTabs.tsx';

export interface PaletteEntries {
  /** The parts of the present project, and what can be added to it. */
  project: PaletteEntry[];
  settings: PaletteEntry[];
  /** Who belongs to the same organizations. */
  people: PaletteEntry[];
  docs: PaletteEntry[];
}

/**
 * What else the palette leads to: the present project's parts and settings, people and documentation. Read
 * when it opens; what cannot be read is left out.
 * @param project database ID
 */
export function usePaletteEntries(project: string | undefined): PaletteEntries {
  const environment = useRelayEnvironment();
  const parts = useProjectParts();
  const w = useWords(paletteWords);
  const { tabs } = useWords(projectWords);
  const [data, setData] = useState<usePaletteEntriesQuery$data | null>(null);
  const [failed, setFailed] = useState(false);
  const [docs, setDocs] = useState<PaletteEntry[]>([]);
  const [placesOf, setPlacesOf] = useState<ReadonlyMap<ProjectPart, PaletteEntriesOf>>(new Map());
  useEffect(() => {
    let left = false;
    withWords(import('../docs/doc-places.ts')).then(
      ({ docPlaces }) => left || setDocs(docPlaces()),
      () => {},
    );
    const reading = fetchQuery<usePaletteEntriesQuery>(
      environment,
      query,
      { project: project ?? '', inProject: project !== undefined },
      { fetchPolicy: 'store-or-network' },
    ).subscribe({ next: setData, error: () => setFailed(true) });
    return () => {
      left = true;
      reading.unsubscribe();
    };
  }, [environment, project]);
  useEffect(() => {
    let left = false;
    for (const part of parts)
      part.places?.().then(
        (its) => left || setPlacesOf((known) => (known.has(part) ? known : new Map([...known, [part, its]]))),
        () => {},
      );
    return () => {
      left = true;
    };
    // The list is another one each time, of the same parts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const own = data?.project;
  const here = `/projects/${own?.databaseId}`;
  const at = (id: string, label: string, icon: PaletteEntry['icon'], to: string): PaletteEntry => ({
    id,
    label,
    icon,
    to,
    path: own?.name ?? '',
  });
  return {
    project: own
      ? [
          at('project.articles', tabs.articles, IconArticle, here),
          ...parts
            .filter((part) => openingOf(part, own) !== 'refused')
            .map(({ path, label, icon }) =>
              at(`project.${path}`, currentText(label), icon, `${here}/${path}`),
            ),
          ...(own.canConfigure
            ? [at('project.add-channel', w.newChannel, IconBroadcast, `${here}/add-channel`)]
            : []),
        ]
      : [],
    settings: own
      ? [...placesOf].flatMap(([part, places]) =>
          openingOf(part, own) === 'open'
            ? places(here, own).map((place) => ({ ...place, path: own.name }))
            : [],
        )
      : [],
    people: (data?.viewer?.user?.organizations ?? []).flatMap(({ organization: { slug, name, members } }) =>
      (members ?? []).map(({ user }) => ({
        id: `person.${slug}.${user.id}`,
        label: user.name || user.email,
        detail: name,
        keywords: user.email,
        icon: IconUser,
        to: `/projects/organization/${slug}#member-${user.id}`,
      })),
    ),
    // Listed after the project's own entries: an immediate Enter should open "Statistics", not its
    // documentation.
    docs: data || failed ? docs : [],
  };
}

const query = graphql`
  query usePaletteEntriesQuery($project: ID!, $inProject: Boolean!) {
    viewer {
      user {
        organizations {
          ...liveFragments_membership
          organization {
            slug
            name
            members {
              ...liveFragments_member
              user {
                id
                name
                email
              }
            }
          }
        }
      }
    }
    project(id: $project) @include(if: $inProject) {
      databaseId
      name
      canConfigure
      canReadLogs
      entitlements
      ...projectPart_gate
    }
  }
`;
