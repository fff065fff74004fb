import { graphql } from 'react-relay';
import type { PlaylistsFieldQuery } from '../../../__generated__/PlaylistsFieldQuery.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { zoneOf } from '../../../ui/time/local-time.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from '../ChannelForm.module.css';
import type { PublishedPlaylist } from './playlist-choice.ts';
import { PlaylistTimes } from '../bodies/PlaylistTimes.tsx';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

/** Maximum number of playlists to choose from. */
const most = 100;

/** Which of the project's playlists the player has, and when. */
export function PlaylistsField({ form }: { form: ChannelFormState }) {
  const { playlists: w } = useWords(channelsWords);
  return (
    <Part of={form.project.id} what={w.what} waiting={<Bar height={120} />}>
      {(attempt) => <Choice form={form} attempt={attempt} />}
    </Part>
  );
}

function Choice({
  form: { project, value, errors, edit },
  attempt,
}: {
  form: ChannelFormState;
  attempt: number;
}) {
  const { playlists: w } = useWords(channelsWords);
  const answer = useFreshQuery<PlaylistsFieldQuery>(
    graphql`
    query PlaylistsFieldQuery($id: ID!, $first: Int!) @throwOnFieldError {
      project(id: $id) {
        organization {
          ...liveFragments_organization
          timeZone
        }
        playlists(first: $first) {
          edges {
            node {
              id
              name
              type
            }
          }
        }
      }
    }
  `,
    { id: project.id, first: most },
    attempt,
  );
  const playlists = (answer.project?.playlists.edges ?? [])
    .flatMap((edge) => edge?.node ?? [])
    .map((playlist) => ({ id: playlist.id, name: playlist.name, type: playlist.type }));
  return (
    <>
      <PlaylistTimes
        offered={playlists}
        value={(value['playlists'] ?? []) as PublishedPlaylist[]}
        zone={zoneOf(answer.project?.organization?.timeZone, 'UTC')}
        errors={errors}
        onChange={(chosen) => edit({ playlists: chosen })}
      />
      {playlists.length === 0 && (
        <p className={styles.hint}>
          <LinkButton variant="subtle" to={`/projects/${project.databaseId}/add-playlist`}>
            {w.new}
          </LinkButton>
        </p>
      )}
    </>
  );
}
