import { IconDownload, IconExternalLink, IconLink } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { AudioPanelShareMutation } from '../../../__generated__/AudioPanelShareMutation.graphql.ts';
import type {
  AudioPanel_audio$data,
  AudioPanel_audio$key,
} from '../../../__generated__/AudioPanel_audio.graphql.ts';
import { studioWords } from '../../../generated/words/studio.ts';
import { useAction } from '../../../relay/use-action.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { notify } from '../../../ui/messages.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { formatTime } from '../../../ui/player/player-store.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { CopyBox } from '../CopyBox.tsx';
import { fileSize } from '../editor/file-size.ts';
import styles from '../Studio.module.css';

type Audio = AudioPanel_audio$data;

/** Downloads and links of an audio: its file, its captions, its addresses, and a separate page. */
export function AudioPanel({ audio: key }: { audio: AudioPanel_audio$key }) {
  const audio = useFragment(
    graphql`
    fragment AudioPanel_audio on StudioAudio {
      slug
      status
      url
      downloadUrl
      downloadName
      bytes
      durationMs
      vttUrl
      srtUrl
      embedCode
      shareUrl
    }
  `,
    key,
  );
  const { embed: w } = useWords(studioWords);
  const isReady = audio.status === 'READY' && audio.url;
  return (
    <>
      <Download audio={audio} />
      {isReady && (
        <section className={styles.card} aria-labelledby="studio-embed-url">
          <h2 id="studio-embed-url">{w.url}</h2>
          <CopyBox label={w.url} value={audio.url} />
        </section>
      )}
      {isReady && (
        <section className={styles.card} aria-labelledby="studio-embed-code">
          <h2 id="studio-embed-code">{w.website}</h2>
          <CopyBox label={w.website} value={audio.embedCode} code />
        </section>
      )}
      {isReady && <Share audio={audio} />}
    </>
  );
}

function Download({ audio }: { audio: Audio }) {
  const { download: w } = useWords(studioWords);
  const { status, downloadUrl, downloadName, bytes, durationMs, vttUrl, srtUrl } = audio;
  const captions = (extension: string) => `${downloadName}.${extension}`;
  return (
    <section className={styles.card} aria-labelledby="studio-download">
      <h2 id="studio-download">{w.title}</h2>
      {status === 'READY' && downloadUrl ? (
        <>
          <a className={styles.file} href={audioPath(downloadUrl)} download={`${downloadName}.mp3`}>
            <IconDownload size={22} stroke={1.6} />
            <span>
              <strong>{w.mp3}</strong>
              <small>
                {w.size({ size: fileSize(bytes ?? 0), time: formatTime((durationMs ?? 0) / 1000) })}
              </small>
            </span>
          </a>
          <p className={styles.links}>
            <span>{w.captions}:</span>
            {vttUrl && (
              <a href={audioPath(vttUrl)} download={captions('vtt')}>
                {w.vtt}
              </a>
            )}
            {srtUrl && (
              <a href={audioPath(srtUrl)} download={captions('srt')}>
                {w.srt}
              </a>
            )}
          </p>
        </>
      ) : (
        <p className={styles.note}>{w.later}</p>
      )}
    </section>
  );
}

const revokedShown = 2000;

function Share({ audio: { slug, shareUrl } }: { audio: Audio }) {
  const { share: w } = useWords(studioWords);
  const [asked, setAsked] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const [share, busy] = useAction<AudioPanelShareMutation>(graphql`
    mutation AudioPanelShareMutation($input: ShareStudioAudioInput!) {
      result: shareStudioAudio(input: $input) {
        __typename
        ... on ShareStudioAudioSuccess {
          audio {
            id
            shareUrl
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const revoke = async () => {
    const { ok } = await share({ input: { slug, shared: false } });
    setAsked(false);
    if (ok) notify(w.revoked, revokedShown);
  };
  return (
    <section className={styles.card} aria-labelledby="studio-share">
      <h2 id="studio-share">{w.title}</h2>
      <p className={styles.note}>{w.hint}</p>
      {shareUrl ? (
        <>
          <CopyBox label={w.link} value={shareUrl} />
          <p className={styles.links}>
            <a href={shareUrl} target="_blank" rel="noreferrer">
              <IconExternalLink size={15} /> {w.open}
            </a>
            <Button
              ref={trigger}
              variant="subtle"
              color="red"
              size="compact-sm"
              onClick={() => setAsked(true)}
            >
              {w.revoke}
            </Button>
          </p>
        </>
      ) : (
        <Button
          variant="default"
          leftSection={<IconLink size={16} />}
          loading={busy}
          onClick={() => void share({ input: { slug, shared: true } })}
        >
          {w.create}
        </Button>
      )}
      <ConfirmDialog
        title={w.revokeHeading}
        confirm={w.revoke}
        opened={asked}
        busy={busy}
        trigger={trigger}
        onConfirm={() => void revoke()}
        onClose={() => setAsked(false)}
      >
        <p>{w.revokeText}</p>
      </ConfirmDialog>
    </section>
  );
}
