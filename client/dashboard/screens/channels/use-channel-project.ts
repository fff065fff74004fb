// oxlint-disable relay/unused-fields -- the project is handed whole to the forms
import { graphql, useFragment } from 'react-relay';
import type { useChannelProject_project$key } from '../../__generated__/useChannelProject_project.graphql.ts';
import { settingsByKey, type SettingValues } from '../voices/setting-values.ts';

export interface ProjectSound {
  readonly name: string;
  /** Base name of the file. */
  readonly file: string;
  readonly url: string;
  readonly durationMs: number;
  readonly builtIn: boolean;
  /** Of a built-in sound, what it is for. */
  readonly kind: string | null | undefined;
}

/** What the forms of channels need of their project. */
export interface ChannelProject {
  id: string;
  databaseId: number;
  name: string;
  entitlements: readonly string[];
  sounds: readonly ProjectSound[];
  voice: { name: string; language: string; settings: SettingValues };
}

export function useChannelProject(key: useChannelProject_project$key): ChannelProject {
  const { id, databaseId, name, entitlements, sounds, voice } = useFragment(
    graphql`
    fragment useChannelProject_project on Project {
      id
      databaseId
      name
      entitlements
      sounds {
        ...liveFragments_sound
        name
        file
        url
        durationMs
        builtIn
        kind
      }
      voice {
        name
        language
        settings {
          key
          value
        }
      }
    }
  `,
    key,
  );
  return {
    id,
    databaseId,
    name,
    entitlements,
    sounds,
    voice: { name: voice.name, language: voice.language, settings: settingsByKey(voice.settings) },
  };
}
