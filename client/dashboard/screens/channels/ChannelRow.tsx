import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCode, IconCopy, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { ChannelRow_channel$key } from '../../__generated__/ChannelRow_channel.graphql.ts';
import { copyText } from '../../ui/copy-text.ts';
import { notify } from '../../ui/messages.ts';
import { useDateTimeFormat } from '../../ui/time-zone.ts';
import { channelsWords } from '../../generated/words/channels.ts';
import { formWords } from '../../generated/words/form.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { labelOfKind } from './channel-names.ts';
import styles from './ChannelsPanel.module.css';
import { embedCode } from './embed-code.ts';
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
  const { id, databaseId, type, slug, loaderUrl, name, url, updatedAt, updatedBy } = useFragment(
    graphql`
    fragment ChannelRow_channel on Channel {
      id
      databaseId
      type
      slug
      loaderUrl
      name
      url
      updatedAt
      updatedBy {
        name
      }
    }
  `,
    key,
  );
  const f = useWords(formWords);
  const w = useWords(channelsWords);
  const [deleting, setDeleting] = useState(false);
  const [copied, setCopied] = useState(false);
  const formatDate = useDateTimeFormat();
  const copy = async (text: string, told: string) => {
    if (!(await copyText(text))) return;
    setCopied(true);
    notify(told, copiedShown);
    setTimeout(() => setCopied(false), copiedShown);
  };
  return (
    <tr data-testid="channel">
      <td className={styles.number}>{databaseId}</td>
      <td className={styles.type}>{labelOfKind({ type })}</td>
      <td>
        {canConfigure ? (
          <Link
            className={styles.name}
            to={`/projects/${project}/channel/${databaseId}`}
            state={{ channel: id }}
          >
            {name}
          </Link>
        ) : (
          <span className={styles.name}>{name}</span>
        )}
      </td>
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
      </td>
      <td className={styles.date}>
        {formatDate(updatedAt)}
        {updatedBy && <span className={styles.by}>{updatedBy.name}</span>}
      </td>
      {canConfigure && (
        <td>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={f.deleteOf({ name })}
            onClick={() => setDeleting(true)}
          >
            <IconTrash size={16} />
          </ActionIcon>
          <DeleteChannel
            id={id}
            name={name}
            opened={deleting}
            onClose={() => setDeleting(false)}
            onDeleted={onDeleted}
          />
        </td>
      )}
    </tr>
  );
}
