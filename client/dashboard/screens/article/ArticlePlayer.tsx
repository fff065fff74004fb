import { graphql, useFragment } from 'react-relay';
import type { ArticlePlayer_article$key } from '../../__generated__/ArticlePlayer_article.graphql.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { Player } from '../../ui/player/Player.tsx';
import { articleWords } from '../../generated/words/article.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { useWaveform } from './use-waveform.ts';

/** Plays the article, with the wave of its audio. */
export function ArticlePlayer({ article: key }: { article: ArticlePlayer_article$key }) {
  const { id, title, audio } = useFragment(
    graphql`
    fragment ArticlePlayer_article on Article {
      id
      title
      audio {
        ...liveFragments_audio
        url
        version
        durationMs
      }
    }
  `,
    key,
  );
  const w = useWords(articleWords).audio;
  const waveform = useWaveform(id, audio?.version);
  return (
    audio && (
      <Player
        track={{ id, url: audioPath(audio.url), durationMs: audio.durationMs, title }}
        label={w.label({ title })}
        waveform={waveform}
      />
    )
  );
}
