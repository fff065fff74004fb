// oxlint-disable relay/unused-fields -- the rights of parts and sections are read by name
import {
  IconArticle,
  IconBroadcast,
  IconEar,
  IconPlaylist,
  IconUser,
  type IconProps,
} from '@tabler/icons-react';
import { useEffect, useState, type ComponentType } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { usePlacesQuery, usePlacesQuery$data } from '../../__generated__/usePlacesQuery.graphql.ts';
import { paletteWords } from '../../generated/words/palette.ts';
import { projectWords } from '../../generated/words/project.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { withWords } from '../../words/words-part.ts';
import { openingOf, said } from '../project-part/project-part.ts';
import { useProjectParts } from '../project-part/ProjectTabs.tsx';
import { settingsPart } from '../settings/settings-part.ts';

/** Somewhere that the palette leads to. */
export interface Place {
  id: string;
  label: string;
  icon: ComponentType<IconProps>;
  to: string;
  detail?: string;
  /** What it is found by besides its label. */
  keywords?: string;
}

export interface Places {
  /** The parts of the present project, and what can be added to it. */
  project: Place[];
  settings: Place[];
  /** Who belongs to the same organizations. */
  people: Place[];
  docs: Place[];
}

/**
 * What else the palette leads to: the present project's parts and settings, people and documentation. Read when
 * it opens; what cannot be read is left out.
 * @param project database ID
 */
export function usePlaces(project: string | undefined): Places {
  const environment = useRelayEnvironment();
  const parts = useProjectParts();
  const w = useWords(paletteWords);
  const { tabs } = useWords(projectWords);
  const [data, setData] = useState<usePlacesQuery$data | null>(null);
  const [named, setNamed] = useState<typeof import('./palette-places.ts') | null>(null);
  useEffect(() => {
    let left = false;
    withWords(import('./palette-places.ts')).then(
      (module) => left || setNamed(module),
      () => {},
    );
    const reading = fetchQuery<usePlacesQuery>(
      environment,
      query,
      { project: project ?? '', inProject: project !== undefined },
      { fetchPolicy: 'store-or-network' },
    ).subscribe({ next: setData, error: () => {} });
    return () => {
      left = true;
      reading.unsubscribe();
    };
  }, [environment, project]);

  const own = data?.project;
  const here = `/projects/${own?.databaseId}`;
  const at = (id: string, label: string, icon: Place['icon'], to: string): Place => ({ id, label, icon, to });
  return {
    project: own
      ? [
          at('project.articles', tabs.articles, IconArticle, here),
          at('project.channels', tabs.channels, IconBroadcast, `${here}#channels`),
          at('project.playlists', tabs.playlists, IconPlaylist, `${here}#playlists`),
          at('project.dictionary', tabs.dictionary, IconEar, `/dictionaries/projects/${own.databaseId}`),
          ...parts
            .filter((part) => openingOf(part, own) !== 'refused')
            .map(({ path, label, icon }) => at(`project.${path}`, said(label), icon, `${here}/${path}`)),
          ...(own.canConfigure
            ? [at('project.add-channel', w.newChannel, IconBroadcast, `${here}/add-channel`)]
            : []),
        ]
      : [],
    settings: own && named && openingOf(settingsPart, own) === 'open' ? named.settingPlaces(here, own) : [],
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
    docs: named?.docPlaces() ?? [],
  };
}

const query = graphql`
  query usePlacesQuery($project: ID!, $inProject: Boolean!) {
    viewer {
      user {
        organizations {
          ...shown_membership
          organization {
            slug
            name
            members {
              ...shown_member
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
      canConfigure
      canReadLogs
      entitlements
      ...projectPart_gate
    }
  }
`;
