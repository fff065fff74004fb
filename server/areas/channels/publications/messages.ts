import { declareMessages } from '../../../lib/declare-messages.ts';

/** Where an article is, and why it is not. */
export const publicationMessages = declareMessages({
  PUBLICATION_IN_FEED: 'In the feed.',
  PUBLICATION_IN_FEED_SILENT: 'In the feed, without audio.',
  PUBLICATION_EPISODE: 'In the podcast, as a separate episode.',
  PUBLICATION_IN_EPISODE: 'In the podcast, in the episode “{episode}”.',
  PUBLICATION_IN_BRIEFING: 'In the briefing.',
  PUBLICATION_IN_SKILL: 'Played by the skill.',
  PUBLICATION_ON_PAGE: 'Played on its page.',
  PUBLICATION_BY_NUMBER:
    'Plays where a page requests it by its ID. Without a URL, it can’t be matched to a page.',
  PUBLICATION_IN_PLAYLIST: 'Played in the playlist “{playlist}”.',

  PUBLICATION_AUDIO_COMING: 'Waiting for its audio.',
  PUBLICATION_EMBARGOED: 'Scheduled for a later time.',
  PUBLICATION_HELD: 'On hold until someone releases it.',
  PUBLICATION_REVIEW: 'Waiting for review.',
  PUBLICATION_DAILY_LIMIT: 'Waiting until midnight UTC: the daily limit of characters is used up.',
  PUBLICATION_EPISODE_COMING: 'Its episode is being generated.',
  PUBLICATION_EPISODE_ANEW: 'Its episode is being regenerated without a deleted article.',
  PUBLICATION_GROUP_COMING:
    'Waiting until the episode has {amount, plural, one {# article} other {# articles}}.',
  PUBLICATION_DAY_COMING: 'Will be in that day’s episode, once the day is over.',
  PUBLICATION_WEEK_COMING: 'Will be in that week’s episode, once the week is over.',
  PUBLICATION_BRIEFING_COMING: 'Its audio for Alexa is being generated.',
  PUBLICATION_PLAYLIST_LATER: 'In the playlist “{playlist}”, which goes live later.',

  PUBLICATION_FAILED: 'Not included: its audio couldn’t be generated.',
  PUBLICATION_REJECTED: 'Not included: a rule rejected it, or the page isn’t an article.',
  PUBLICATION_WITHOUT_AUDIO: 'Not included: a rule completed it without audio.',
  PUBLICATION_FOR_SUBSCRIBERS: 'Not included: it’s for subscribers and has no teaser.',
  PUBLICATION_GROUPED_FOR_SUBSCRIBERS:
    'Not included: full articles are for subscribers, and episodes of several articles have no teasers.',
  PUBLICATION_FILE_MISSING: 'Not included: its audio file is missing.',
  PUBLICATION_EPISODE_FAILED: 'Not included: its episode couldn’t be generated.',
  PUBLICATION_BRIEFING_FAILED: 'Not included: its audio for Alexa couldn’t be generated.',
  PUBLICATION_NOT_AMONG_NEWEST:
    'Not included: {most, plural, one {it’s not the newest article} other {it’s not among the newest # articles}}.',
  PUBLICATION_OTHER_AT_URL: 'Not included: another article with the same URL plays on that page.',
  PUBLICATION_IN_NO_PLAYLIST: 'Not included: it’s not in any of the player’s playlists.',
  PUBLICATION_PLAYLIST_OFFLINE: 'Not included: the playlist “{playlist}” is not live.',
  PUBLICATION_EXPORT_ONLY: 'Not included: this channel publishes nothing, it can only be exported.',
});
