import { Switch } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { ArticleAudio_article$key } from '../../__generated__/ArticleAudio_article.graphql.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { Player } from '../../ui/player/Player.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Bar } from '../../ui/Skeletons.tsx';
import { ArticleHighlight } from './ArticleHighlight.tsx';
import styles from './ArticleScreens.module.css';
import { highlightEnabled, setHighlightEnabled } from './highlight-cookie.ts';

/** The last audio of the article, and its words as they are spoken. */
export function ArticleAudio({ article: key }: { article: ArticleAudio_article$key }) {
  const article = useFragment(
    graphql`
    fragment ArticleAudio_article on Article {
      id
      title
      status
      audio {
        url
        durationMs
        transcriptUrl
        teaser {
          url
          durationMs
        }
      }
    }
  `,
    key,
  );
  const { audio } = article;
  const [highlight, setHighlight] = useState(highlightEnabled);
  if (!audio)
    return (
      <Panel title="Audio">
        <p className={styles.caption}>Audio file for this article has not been generated yet.</p>
      </Panel>
    );
  const { teaser } = audio;
  const track = { id: article.id, url: audioPath(audio.url), durationMs: audio.durationMs, title: article.title };
  return (
    <Panel title="Audio">
      <div className={styles.audio}>
        <Player track={track} label={`Audio of ${article.title}`} />
        <p className={styles.caption}>Last generated audio file (status: {article.status})</p>
        <div className={styles.row}>
          <a href={audioPath(audio.url)} download={`${article.title}.mp3`}>
            <IconDownload size={15} style={{ verticalAlign: -2 }} /> Download
          </a>
          <a href={audioPath(audio.transcriptUrl)}>
            <IconFileText size={15} style={{ verticalAlign: -2 }} /> Transcript
          </a>
          <Switch
            size="sm"
            label="Follow the words"
            checked={highlight}
            onChange={(event) => {
              setHighlightEnabled(event.currentTarget.checked);
              setHighlight(event.currentTarget.checked);
            }}
          />
        </div>
        {teaser && (
          <div className={styles.teaser}>
            <h3>Teaser</h3>
            <Player
              track={{
                id: `teaser:${article.id}`,
                url: audioPath(teaser.url),
                durationMs: teaser.durationMs,
                title: `Teaser: ${article.title}`,
              }}
              label={`Teaser of ${article.title}`}
            />
            <p className={styles.caption}>What listeners without a subscription hear.</p>
          </div>
        )}
        {highlight && (
          <Suspense fallback={<Bar height={120} />}>
            <ArticleHighlight key={audio.url} track={track} />
          </Suspense>
        )}
      </div>
    </Panel>
  );
}
