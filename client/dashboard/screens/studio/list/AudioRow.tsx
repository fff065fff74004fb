// oxlint-disable relay/unused-fields -- toldKept() reads the fields of notices
import { use } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { AudioRow_audio$key } from '../../../__generated__/AudioRow_audio.graphql.ts';
import { studioWords } from '../../../generated/words/studio.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { formatTime } from '../../../ui/player/player-store.ts';
import { PlayButton } from '../../../ui/player/PlayButton.tsx';
import { statusLabel } from '../../../ui/lists/StatusBadge.tsx';
import { TimeZoneContext } from '../../../ui/time/time-zone.ts';
import { formatStored } from '../../../words/server-words.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { AudioMenu } from './AudioMenu.tsx';
import styles from './AudioTable.module.css';
import { formatCreated } from './created-date.ts';
import type { DeletedAudio } from './use-restore-audio.ts';

/** Characters after which the server cuts a title. */
const titleLength = 100;

/** One audio of the list. It plays when it is ready, and not before. */
export function AudioRow({
  audio: key,
  onDeleted,
}: {
  audio: AudioRow_audio$key;
  onDeleted: (audio: DeletedAudio) => void;
}) {
  const audio = useFragment(
    graphql`
    fragment AudioRow_audio on StudioAudio {
      id
      slug
      status
      error
      errorNotices {
        code
        parameters
      }
      createdAt
      title
      url
      durationMs
      ...AudioMenu_audio
    }
  `,
    key,
  );
  const { list: w } = useWords(studioWords);
  const timeZone = use(TimeZoneContext);
  const { id, slug, title, status, url, createdAt } = audio;
  const durationMs = audio.durationMs ?? 0;
  const isReady = status === 'READY' && url;
  const track = isReady ? { id, url: audioPath(url), durationMs, title } : null;
  const why = !isReady && audio.error ? formatStored(audio.error, audio.errorNotices) : null;
  return (
    <tr data-testid="studio-audio">
      <td className={styles.play}>
        <PlayButton track={track} title={title} />
      </td>
      <td className={styles.text}>
        <Link className={styles.title} to={`/studio/edit-audio/${slug}`}>
          {[...title].length >= titleLength ? `${title}…` : title}
        </Link>
        {isReady && <p className={styles.detail}>{formatTime(durationMs / 1000)}</p>}
        {why && (
          <p className={styles.detail} data-bad="">
            {why}
          </p>
        )}
      </td>
      <td className={styles.created}>
        <span className="visually-hidden">{w.created}: </span>
        <time dateTime={createdAt}>{formatCreated(createdAt, timeZone)}</time>
      </td>
      <td className={styles.status}>
        <span className={styles.badge} data-status={status}>
          <i /> {status === 'DRAFT' ? w.draft : statusLabel(status)}
        </span>
      </td>
      <td className={styles.menu}>
        <AudioMenu audio={audio} onDeleted={onDeleted} />
      </td>
    </tr>
  );
}
