import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCode, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  ChannelRow_channel$data,
  ChannelRow_channel$key,
} from '../../../__generated__/ChannelRow_channel.graphql.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { notify } from '../../../ui/messages.ts';
import { useDateTimeFormat } from '../../../ui/time/time-zone.ts';
import { channelsWords } from '../../../generated/words/channels.ts';
import { DeleteCell, NameCell } from '../../../frames/project-list/ProjectListTable.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import { labelOfKind } from '../channel-names.ts';
import styles from './ChannelsPanel.module.css';
import { embedCode } from '../bodies/embed-code.ts';
import { DeleteChannel } from './DeleteChannel.tsx';

interface ChannelRowProps {
  channel: ChannelRow_channel$key;
  /** Database id. */
  project: number;
  canConfigure: boolean;
  onDeleted: () => void;
}

const copiedShown = 2000;

/** A channel in the list of its project. */
export function ChannelRow({ channel: key, project, canConfigure, onDeleted }: ChannelRowProps) {
  const channel = useFragment(
    graphql`
    fragment ChannelRow_channel on Channel {
      id
      databaseId
      type
      slug
      loaderUrl
      name
      url
      lastSeen {
        url
        visitedAt
      }
      lastMissed {
        url
        visitedAt
      }
      updatedAt
      updatedBy {
        name
      }
    }
  `,
    key,
  );
  const { id, databaseId, type, name, updatedAt, updatedBy } = channel;
  const formatDate = useDateTimeFormat();
  return (
    <tr data-testid="channel">
      <td className={styles.number}>{databaseId}</td>
      <td className={styles.type}>{labelOfKind({ type })}</td>
      <NameCell
        canConfigure={canConfigure}
        to={`/projects/${project}/channel/${databaseId}`}
        state={{ channel: id }}
      >
        {name}
      </NameCell>
      <UrlCell channel={channel} />
      <td className={styles.date}>
        {formatDate(updatedAt)}
        {updatedBy && <span className={styles.by}>{updatedBy.name}</span>}
      </td>
      {canConfigure && <DeleteCell dialog={DeleteChannel} id={id} name={name} onDeleted={onDeleted} />}
    </tr>
  );
}

/** Where a channel is, or the code for pages of the publisher; both can be copied. */
function UrlCell({ channel }: { channel: ChannelRow_channel$data }) {
  const { name, slug, url, loaderUrl } = channel;
  const w = useWords(channelsWords);
  const [copied, setCopied] = useState(false);
  const copy = async (text: string, notice: string) => {
    if (!(await copyText(text))) return;
    setCopied(true);
    notify(notice, copiedShown);
    setTimeout(() => setCopied(false), copiedShown);
  };
  return (
    <td>
      {url ? (
        <span className={styles.url}>
          <a href={url} target="_blank" rel="noreferrer">
            {url.replace(/^https?:\/\//, '')}
          </a>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={w.copyUrl({ name })}
            onClick={() => void copy(url, w.urlCopied)}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        </span>
      ) : (
        <span className={styles.url}>
          <span className={styles.none}>{w.onYourPages}</span>
          {loaderUrl && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={w.copyCode({ name })}
              onClick={() => void copy(embedCode({ loader: loaderUrl, slug, article: null }), w.codeCopied)}
            >
              {copied ? <IconCheck size={16} /> : <IconCode size={16} />}
            </ActionIcon>
          )}
        </span>
      )}
      {loaderUrl && <Sightings channel={channel} />}
    </td>
  );
}

/** On which pages a player was last met, with something to play and without. */
function Sightings({ channel: { lastSeen, lastMissed } }: { channel: ChannelRow_channel$data }) {
  const w = useWords(channelsWords);
  const formatDate = useDateTimeFormat();
  if (!lastSeen && !lastMissed) return <span className={styles.sighting}>{w.neverSeen}</span>;
  const words = ({ url, visitedAt }: { url: string; visitedAt: string }) => ({
    when: formatDate(visitedAt),
    page: url.replace(/^https?:\/\//, ''),
  });
  return (
    <>
      {lastSeen && <span className={styles.sighting}>{w.seenOn(words(lastSeen))}</span>}
      {lastMissed && <span className={styles.sighting}>{w.missedOn(words(lastMissed))}</span>}
    </>
  );
}
