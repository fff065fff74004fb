import { graphql, useFragment } from 'react-relay';
import type { FollowableText_article$key } from '../../../__generated__/FollowableText_article.graphql.ts';
import { articleWords } from '../../../generated/words/article.ts';
import { Part } from '../../../relay/Part.tsx';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { SyncedText } from './SyncedText.tsx';
import { setHighlightEnabled } from './highlight-cookie.ts';

interface FollowableTextProps {
  article: FollowableText_article$key;
  /** As it is typed. */
  text: string;
  /** A sentence to show first. */
  find: string | undefined;
  /** Undefined: the person may not change it. */
  onChange: ((text: string) => void) | undefined;
}

/** Text of an article whose audio plays, with the spoken words highlighted. */
export function FollowableText({ article: key, text, find, onChange }: FollowableTextProps) {
  const { id, title, audio } = useFragment(
    graphql`
    fragment FollowableText_article on Article {
      id
      title
      audio {
        ...liveFragments_audio
        url
        durationMs
      }
    }
  `,
    key,
  );
  const { following: w } = useWords(articleWords);
  return (
    audio && (
      <Part what={w.what} waiting={<Bar height={240} />} of={audio.url}>
        {() => (
          <SyncedText
            key={audio.url}
            track={{ id, url: audioPath(audio.url), durationMs: audio.durationMs, title }}
            text={text}
            find={find}
            onChange={onChange}
            onWrite={() => setHighlightEnabled(false)}
          />
        )}
      </Part>
    )
  );
}
