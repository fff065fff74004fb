import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type {
  ChannelCard_channel$data,
  ChannelCard_channel$key,
} from '../../../__generated__/ChannelCard_channel.graphql.ts';
import { channelsWords } from '../../../generated/words/channels.ts';
import { formWords } from '../../../generated/words/form.ts';
import { Badge } from '../../../ui/lists/StatusBadge.tsx';
import { useDateTimeFormat } from '../../../ui/time/time-zone.ts';
import { textByKey, useWords } from '../../../words/word-catalogue.ts';
import { labelOfKind } from '../channel-names.ts';
import { ChannelAddress } from './ChannelAddress.tsx';
import styles from './ChannelCard.module.css';
import { ChannelIcon } from './ChannelIcon.tsx';
import { DeleteChannel } from './DeleteChannel.tsx';

interface ChannelCardProps {
  channel: ChannelCard_channel$key;
  /** In the last seven days. Not part of the fragment: each event of a channel would sum them again. */
  plays: number;
  /** Database id. */
  project: number;
  canConfigure: boolean;
  onDeleted: () => void;
}

const tones = {
  LIVE: 'good',
  SUBMITTED: 'good',
  UNSEEN: 'warn',
  NO_ARTWORK: 'warn',
  UNPUBLISHED: 'warn',
  PUBLISHING: 'busy',
  FAILED: 'bad',
} as const;

/** Types whose plays are measured: the others are played by apps that report nothing. */
const measured = new Set(['PLAYER', 'PLAYLIST_PLAYER', 'PODCAST']);

/** A channel in the list of its project: artwork, kind, address, state and plays. */
export function ChannelCard({ channel: key, plays, project, canConfigure, onDeleted }: ChannelCardProps) {
  const channel = useFragment(channelFragment, key);
  const { id, databaseId, type, name, updatedAt, updatedBy } = channel;
  const w = useWords(channelsWords);
  const formatDate = useDateTimeFormat();
  const date = formatDate(updatedAt);
  return (
    <li className={styles.card} data-testid="channel">
      <Artwork channel={channel} />
      <div className={styles.head}>
        <span className={styles.kind}>{labelOfKind({ type })}</span>
        {canConfigure && <DeleteButton id={id} name={name} onDeleted={onDeleted} />}
      </div>
      <h3 className={styles.name}>
        {canConfigure ? (
          <Link to={`/projects/${project}/channel/${databaseId}`} state={{ channel: id }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </h3>
      <div className={styles.where}>
        <ChannelAddress channel={channel} />
        <Whereabouts channel={channel} />
        <span>{updatedBy ? w.changedBy({ date, name: updatedBy.name }) : w.changed({ date })}</span>
      </div>
      <footer className={styles.foot}>
        <Badge tone={textByKey(tones, channel.status) ?? 'plain'}>
          {textByKey(w.states, channel.status) ?? channel.status}
        </Badge>
        {measured.has(type) && (
          <span className={styles.plays}>
            {w.playsLastWeek({ count: plays, number: (text) => <strong>{text}</strong> })}
          </span>
        )}
      </footer>
    </li>
  );
}

/** The picture of a podcast; of other kinds, their sign. */
function Artwork({ channel: { type, artworkUrl } }: { channel: ChannelCard_channel$data }) {
  return (
    <span className={styles.artwork}>
      {artworkUrl ? (
        <img src={artworkUrl} alt="" loading="lazy" decoding="async" />
      ) : (
        <ChannelIcon type={type} size={30} />
      )}
    </span>
  );
}

/** On which pages a player was last met, with something to play and without; in which apps a podcast is. */
function Whereabouts({ channel }: { channel: ChannelCard_channel$data }) {
  const { loaderUrl, lastSeen, lastMissed, directories } = channel;
  const w = useWords(channelsWords);
  const formatDate = useDateTimeFormat();
  const words = ({ url, visitedAt }: { url: string; visitedAt: string }) => ({
    when: formatDate(visitedAt),
    page: url.replace(/^https?:\/\//, ''),
  });
  const apps = directories.map((name) => textByKey(w.podcast.directoryNames, name) ?? name);
  if (apps.length > 0) return <span>{w.listedIn({ apps: apps.join(', ') })}</span>;
  if (!loaderUrl) return null;
  return (
    <>
      {lastSeen && <span>{w.seenOn(words(lastSeen))}</span>}
      {lastMissed && <span>{w.missedOn(words(lastMissed))}</span>}
    </>
  );
}

function DeleteButton(item: { id: string; name: string; onDeleted: () => void }) {
  const f = useWords(formWords);
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={f.deleteOf({ name: item.name })}
        onClick={() => setDeleting(true)}
      >
        <IconTrash size={16} />
      </ActionIcon>
      <DeleteChannel {...item} opened={deleting} onClose={() => setDeleting(false)} />
    </>
  );
}

const channelFragment = graphql`
  fragment ChannelCard_channel on Channel {
    id
    databaseId
    type
    name
    loaderUrl
    lastSeen {
      url
      visitedAt
    }
    lastMissed {
      url
      visitedAt
    }
    status
    directories
    artworkUrl
    updatedAt
    updatedBy {
      name
    }
    ...ChannelAddress_channel
  }
`;
