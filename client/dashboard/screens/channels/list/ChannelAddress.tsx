import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCode, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { ChannelAddress_channel$key } from '../../../__generated__/ChannelAddress_channel.graphql.ts';
import { channelsWords } from '../../../generated/words/channels.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { notify } from '../../../ui/messages.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { embedCode } from '../bodies/embed-code.ts';
import styles from './ChannelCard.module.css';

const copiedShown = 2000;

/** Where a channel is, or the code for pages of the publisher; both can be copied. */
export function ChannelAddress({ channel }: { channel: ChannelAddress_channel$key }) {
  const { name, slug, url, loaderUrl } = useFragment(
    graphql`
    fragment ChannelAddress_channel on Channel {
      name
      slug
      url
      loaderUrl
    }
  `,
    channel,
  );
  const w = useWords(channelsWords);
  if (url)
    return (
      <span className={styles.address}>
        <a href={url} target="_blank" rel="noreferrer">
          {url.replace(/^https?:\/\//, '')}
        </a>
        <CopyIcon text={url} label={w.copyUrl({ name })} notice={w.urlCopied} />
      </span>
    );
  return (
    <span className={styles.address}>
      <span>{w.onYourPages}</span>
      {loaderUrl && (
        <CopyIcon
          isCode
          text={embedCode({ loader: loaderUrl, slug, article: null })}
          label={w.copyCode({ name })}
          notice={w.codeCopied}
        />
      )}
    </span>
  );
}

interface CopyIconProps {
  text: string;
  label: string;
  notice: string;
  isCode?: boolean;
}

function CopyIcon({ text, label, notice, isCode = false }: CopyIconProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(true);
    notify(notice, copiedShown);
    setTimeout(() => setCopied(false), copiedShown);
  };
  const Icon = copied ? IconCheck : isCode ? IconCode : IconCopy;
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => void copy()}>
      <Icon size={16} />
    </ActionIcon>
  );
}
