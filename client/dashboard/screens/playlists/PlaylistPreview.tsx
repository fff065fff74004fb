import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { AutomaticSettingsQuery } from '../../__generated__/AutomaticSettingsQuery.graphql.ts';
import type { PlaylistPreviewMutation } from '../../__generated__/PlaylistPreviewMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { audioPath } from '../../ui/player/audio-path.ts';
import { formatTime, type Track } from '../../ui/player/player-store.ts';
import { player, usePlayer } from '../../ui/player/player.ts';
import { PlayButton } from '../../ui/player/PlayButton.tsx';
import { WaitingBar } from '../../ui/WaitingBar.tsx';
import { formWords } from '../../generated/words/form.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { useWords, currentWords } from '../../words/word-catalogue.ts';
import { automaticQuery, automaticVariables } from './AutomaticSettings.tsx';
import { cutTitle, titleOf, type PlaylistFields } from './playlist-fields.ts';
import styles from './PlaylistForm.module.css';

interface PlaylistPreviewProps {
  project: string;
  value: PlaylistFields;
  onClose: () => void;
}

/** Plays the playlist as it is in the form, item by item. */
export function PlaylistPreview({ project, value, onClose }: PlaylistPreviewProps) {
  const f = useWords(formWords);
  const { preview: w } = useWords(playlistsWords);
  const environment = useRelayEnvironment();
  const [tracks, setTracks] = useState<Track[] | 'none' | null>(null);
  const [makePreview] = useAction<PlaylistPreviewMutation>(playlistPreviewMutation);
  const [asked] = useState(value);

  useEffect(() => {
    let left = false;
    const around = async (title: string, text: string, file: string | null): Promise<Track[]> => {
      if (!text.trim() && file === null) return [];
      const outcome = await makePreview({ input: { project, text: text.trim(), file } }, { tell: false });
      if (!outcome.ok) throw new Error(outcome.message);
      const made = outcome.result as { file: string; durationMs: number };
      return [{ id: `preview:${title}`, url: made.file, title, durationMs: made.durationMs }];
    };
    const items = async (): Promise<Track[]> => {
      if (asked.type === 'MANUAL')
        return asked.items.flatMap((item) =>
          item.file === null
            ? []
            : [
                {
                  id: `preview:${item.key}`,
                  url: item.file,
                  title: titleOf(item),
                  durationMs: item.durationMs ?? 0,
                },
              ],
        );
      const answer = await fetchQuery<AutomaticSettingsQuery>(
        environment,
        automaticQuery,
        automaticVariables(project, asked),
        { fetchPolicy: 'network-only' },
      ).toPromise();
      return (answer?.project?.automaticArticles ?? []).flatMap(({ article: { id, file, title, audio } }) =>
        file
          ? [{ id: `preview:${id}`, url: audioPath(file), title, durationMs: audio?.durationMs ?? 0 }]
          : [],
      );
    };
    const load = async (): Promise<Track[]> => {
      const heard = await items();
      if (heard.length === 0) return [];
      const names = currentWords(playlistsWords).around;
      const [intro, next, outro] = await Promise.all([
        around(names.intro, asked.introText, asked.introAudio),
        heard.length > 1 ? around(names.between, asked.nextArticleText, asked.nextArticleAudio) : [],
        around(names.outro, asked.outroText, asked.outroAudio),
      ]);
      const between = (index: number) =>
        index === 0 ? [] : next.map((track) => ({ ...track, id: `${track.id}:${index}` }));
      return [...intro, ...heard.flatMap((track, index) => [...between(index), track]), ...outro];
    };
    void load().then(
      (found) => !left && setTracks(found.length > 0 ? found : 'none'),
      () => !left && setTracks('none'),
    );
    return () => {
      left = true;
    };
  }, [asked, environment, makePreview, project]);

  const nothing = tracks === 'none';
  return (
    <Dialog
      title={nothing ? w.nothing : f.preview}
      opened
      onClose={onClose}
      actions={<Button onClick={onClose}>{w.close}</Button>}
    >
      {tracks === null && <WaitingBar label={w.loading} height={120} />}
      {nothing && <p>{w.nothingText}</p>}
      {tracks !== null && tracks !== 'none' && <Tracks tracks={tracks} />}
    </Dialog>
  );
}

function Tracks({ tracks }: { tracks: readonly Track[] }) {
  const { preview: w } = useWords(playlistsWords);
  const { track, status, time, duration } = usePlayer();
  const at = tracks.findIndex(({ id }) => id === track?.id);
  const next = tracks[at + 1];
  const ended = at !== -1 && status === 'paused' && duration > 0 && time >= duration;
  useEffect(() => {
    if (ended && next) player.toggle(next);
  }, [ended, next]);
  return (
    <>
      <div>
        <Button
          variant="light"
          leftSection={<IconPlayerPlay size={16} />}
          onClick={() => player.toggle(tracks[0]!)}
        >
          {w.start}
        </Button>
      </div>
      <div className={styles.scroll}>
        <ol className={styles.list} aria-label={w.list}>
          {tracks.map((one) => (
            <li key={one.id} className={styles.row} aria-current={one.id === track?.id ? 'true' : undefined}>
              <PlayButton track={one} title={one.title} />
              <span title={one.title}>{cutTitle(one.title)}</span>
              <span className={styles.numbers}>{formatTime(one.durationMs / 1000)}</span>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

const playlistPreviewMutation = graphql`
  mutation PlaylistPreviewMutation($input: PreviewPlaylistTextInput!) {
    result: previewPlaylistText(input: $input) {
      __typename
      ... on PreviewPlaylistTextSuccess {
        file
        durationMs
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
