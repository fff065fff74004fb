import { declareMessages } from '../../../lib/declare-messages.ts';

/** Where an article is, and why it is not. */
export const publicationMessages = declareMessages({
  PUBLICATION_IN_FEED: 'In the feed.',
  PUBLICATION_IN_FEED_SILENT: 'In the feed, without audio.',
  PUBLICATION_EPISODE: 'In the podcast, as an episode of its own.',
  PUBLICATION_IN_EPISODE: 'In the podcast, in the episode “{episode}”.',
  PUBLICATION_IN_BRIEFING: 'In the briefing.',
  PUBLICATION_IN_SKILL: 'Played by the skill.',
  PUBLICATION_ON_PAGE: 'Played on its page.',
  PUBLICATION_BY_NUMBER:
    'Played where a page asks for it by its ID: it has no URL by which its page could be known.',
  PUBLICATION_IN_PLAYLIST: 'Played in the playlist “{playlist}”.',

  PUBLICATION_AUDIO_COMING: 'Waits for its audio.',
  PUBLICATION_EMBARGOED: 'Waits for the moment at which it is to be published.',
  PUBLICATION_HELD: 'Waits until someone releases it.',
  PUBLICATION_REVIEW: 'Waits to be reviewed.',
  PUBLICATION_DAILY_LIMIT: "Waits until midnight UTC: the day's characters are used up.",
  PUBLICATION_EPISODE_COMING: 'Its episode is being made.',
  PUBLICATION_EPISODE_ANEW: 'Its episode is being made again, without an article that was deleted.',
  PUBLICATION_GROUP_COMING:
    'Waits until there {amount, plural, one {is # article} other {are # articles}} for an episode.',
  PUBLICATION_DAY_COMING: 'Comes with the episode of its day, once the day is over.',
  PUBLICATION_WEEK_COMING: 'Comes with the episode of its week, once the week is over.',
  PUBLICATION_BRIEFING_COMING: 'Its audio for Alexa is being made.',
  PUBLICATION_PLAYLIST_LATER: 'In the playlist “{playlist}”, which goes live later.',

  PUBLICATION_FAILED: 'Left out: its audio could not be made.',
  PUBLICATION_REJECTED: 'Left out: it was rejected by a rule or as no article.',
  PUBLICATION_WITHOUT_AUDIO: 'Left out: a rule finished it without audio.',
  PUBLICATION_FOR_SUBSCRIBERS: 'Left out: it is kept for subscribers and has no teaser.',
  PUBLICATION_GROUPED_FOR_SUBSCRIBERS:
    'Left out: episodes of several articles have no teasers, and whole articles are kept for subscribers.',
  PUBLICATION_FILE_MISSING: 'Left out: its audio file is missing.',
  PUBLICATION_EPISODE_FAILED: 'Left out: its episode could not be made.',
  PUBLICATION_BRIEFING_FAILED: 'Left out: its audio for Alexa could not be made.',
  PUBLICATION_NOT_AMONG_NEWEST:
    'Left out: {most, plural, one {it is not the newest article} other {it is not among the newest # articles}}.',
  PUBLICATION_OTHER_AT_URL: 'Left out: another article has the same URL, and is played on that page.',
  PUBLICATION_IN_NO_PLAYLIST: "Left out: it is in none of the player's playlists.",
  PUBLICATION_PLAYLIST_OFFLINE: 'Left out: the playlist “{playlist}” is not live.',
  PUBLICATION_EXPORT_ONLY: 'Left out: this channel publishes nothing; it can only be exported.',
});
