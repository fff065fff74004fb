import { declareMessages } from '../../../lib/declare-messages.ts';

/** What directories and validators would refuse of a podcast, and hints. */
export const preflightMessages = declareMessages({
  PODCAST_TITLE_MISSING: 'The podcast needs a title.',
  PODCAST_TITLE_WITH_HTML: 'The title must not contain HTML.',
  PODCAST_DESCRIPTION_MISSING: 'The podcast needs a description.',
  PODCAST_DESCRIPTION_TOO_LARGE: 'The description can have up to {most, number, ::group-off} bytes.',
  PODCAST_CATEGORY_MISSING: 'The podcast needs a category.',
  PODCAST_ARTWORK_MISSING: 'The podcast needs artwork: a square image, 1400 to 3000 pixels wide.',
  PODCAST_OWNER_MISSING:
    'Directories verify the owner with an email address in the feed. You can remove it afterwards.',
  PODCAST_WITHOUT_HTTPS: 'Directories only accept feeds and audio at an HTTPS address.',
  PODCAST_UNREACHABLE: 'Directories cannot reach this server at its public URL.',
  PODCAST_GROUPED_BEHIND_PAYWALL:
    'Full articles are for subscribers, and only single articles have teasers, so grouped episodes aren’t in the feed.',
  PODCAST_EMPTY: 'The podcast needs at least one episode.',
  PODCAST_OF_TEASERS: 'Full articles are for subscribers, so the feed only has teasers.',
  PODCAST_PERSON_INVALID: 'Write this line as name | role | URL: {line}',
  PODCAST_PODROLL_INVALID: 'This line is neither the URL of a feed nor a podcast GUID: {line}',
  PODCAST_MOVED: 'The feed redirects to its new URL. Directories list the episodes there.',
  PODCAST_COMPLETE: 'Directories stop looking for new episodes once the podcast is complete.',
  PODCAST_WITHOUT_HUB: 'Without a hub, apps find new episodes only when they check the feed.',
});
