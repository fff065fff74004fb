// oxlint-disable relay/unused-fields -- whoever asks for an audio spreads it; no file reads it
import { graphql } from 'react-relay';

/**
 * All that any screen shows of an article's audio. It has no id, so the store keeps it by its article, and a
 * new one is written by whoever hears of it first: by a row of the list, while the article's own screen is
 * already open. So whatever asks for an article's audio asks for all of this.
 */
export const shownAudio = graphql`
  fragment shownAudio_audio on Audio {
    version
    url
    durationMs
    transcriptUrl
    teaser {
      url
      durationMs
    }
  }
`;
