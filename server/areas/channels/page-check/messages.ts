import { declareMessages } from '../../../lib/declare-messages.ts';

/**
 * What the check of a publisher's page finds, and what each finding means and what to do (`_ADVICE`).
 */
export const pageCheckMessages = declareMessages({
  TOO_MANY_PAGE_CHECKS: 'Too many pages were checked. Try again in a moment.',
  CHECK_NOT_A_PLAYER: 'Only pages of web players can be checked.',
  CHECK_PAGE_READ: 'The page could be read.',
  CHECK_PAGE_REDIRECTED: 'The address redirects to {address}.',
  CHECK_PAGE_REDIRECTED_ADVICE: 'We checked that page, because readers end up there too.',
  CHECK_CONSENT_PAGE: 'Without cookies, the site redirects to a page that asks for consent: {address}.',
  CHECK_CONSENT_PAGE_ADVICE:
    'We can’t see the article behind it, so we can neither check it nor generate its audio. Show the article to requests without cookies, or open the page in a browser and read the messages in the console.',
  CHECK_SIGN_IN: 'The page asks for a user name and password (status {status, number, ::group-off}).',
  CHECK_SIGN_IN_ADVICE:
    'We can’t check what readers see after signing in. Check a public page with the same template, or open this page in a browser and read the messages in the console.',
  CHECK_BOT_PROTECTION:
    'The site’s bot protection{service, select, none {} other { ({service})}} blocked our request.',
  CHECK_BOT_PROTECTION_ADVICE:
    'The player works for readers, but we can’t check the page or read new articles from it. Allow requests with the user agent {agent}.',
  CHECK_PAGE_UNREADABLE: 'The page can’t be read: {problem}',
  CHECK_PAGE_UNREADABLE_ADVICE:
    'Check the address, and whether it opens in a private browser window. Pages in a private network can’t be checked.',
  CHECK_PAGE_AMP: 'This is an AMP page, and AMP doesn’t run publishers’ scripts.',
  CHECK_PAGE_AMP_ADVICE: 'Use the embed code for AMP, which shows the player in a frame.',
  CHECK_FRAME_FOUND: 'The page shows the player in a frame.',
  CHECK_FRAME_ELSEWHERE: 'The page has a frame with the player of another channel or server: {address}',
  CHECK_FRAME_ELSEWHERE_ADVICE: 'If you meant this channel, copy the embed code for AMP again.',
  CHECK_SCRIPT_FOUND: 'The player’s script is on the page.',
  CHECK_SCRIPT_UNSEEN: 'The HTML that the site sends doesn’t include the player’s script.',
  CHECK_SCRIPT_UNSEEN_ADVICE:
    'If a tag manager, a plugin or your app adds it in the browser, we can’t see it: open the page in a browser and check whether the player appears. Otherwise, add the script line of the embed code to your article template.',
  CHECK_SCRIPT_UNSEEN_MANAGER: 'The HTML doesn’t include the player’s script, but it includes {names}.',
  CHECK_SCRIPT_UNSEEN_MANAGER_ADVICE:
    'We can’t see whether {names} adds the script: open the page in a browser and check whether the player appears. Otherwise, add the script line of the embed code to your article template.',
  CHECK_SCRIPT_BY_SCRIPT: 'A script on the page adds the player.',
  CHECK_SCRIPT_BY_SCRIPT_ADVICE:
    'We can’t see whether it runs: open the page in a browser and check whether the player appears.',
  CHECK_SCRIPT_SERVER: 'The script comes from {found}, but this channel is on {expected}.',
  CHECK_SCRIPT_SERVER_ADVICE:
    'Another server doesn’t know this channel. Unless {found} passes requests on to {expected}, replace the address of the script with the one in the embed code.',
  CHECK_SCRIPT_INSECURE: 'The script has an http address, but the page is on https.',
  CHECK_SCRIPT_INSECURE_ADVICE: 'Browsers block such scripts. Use an https address.',
  CHECK_SCRIPT_INERT: 'The script is inside a noscript or template element.',
  CHECK_SCRIPT_INERT_ADVICE: 'Browsers don’t run it there. Move it out of that element.',
  CHECK_SCRIPT_TWICE: 'The script is included {count, number} times.',
  CHECK_SCRIPT_TWICE_ADVICE:
    'This is harmless: the first one handles the whole page. You can remove the others.',
  CHECK_SCRIPT_CONSENT: 'The script waits for the reader’s consent.',
  CHECK_SCRIPT_CONSENT_ADVICE:
    'Readers who decline get no player. With “Never track” the player stores nothing in the browser, so you can exempt it in your consent tool.',
  CHECK_SCRIPT_DELAYED: 'A plugin delays the script, often until the reader scrolls or clicks.',
  CHECK_SCRIPT_DELAYED_ADVICE:
    'Exclude /player/loader.js from the delay so that the player appears right away.',
  CHECK_POLICY_BLOCKS: 'The page’s content security policy blocks the player: {directives}',
  CHECK_POLICY_BLOCKS_ADVICE:
    'Add {server} to these directives, in the HTTP header or the meta element that sets the policy.',
  CHECK_CONTAINER_FOUND: 'The container for the player is in {path}.',
  CHECK_CONTAINER_UNSEEN: 'The HTML that the site sends has no container for the player.',
  CHECK_CONTAINER_UNSEEN_ADVICE:
    'If a script or a tag manager adds it in the browser, we can’t see it. Otherwise, add the container of the embed code below the headline in your article template.',
  CHECK_CONTAINER_NO_CHANNEL: 'A container has no channel.',
  CHECK_CONTAINER_NO_CHANNEL_ADVICE:
    'No player appears there. Copy the embed code again; it includes the attribute data-channel.',
  CHECK_CONTAINER_OTHER_CHANNEL: 'A container is for the channel “{channel}”, not for “{expected}”.',
  CHECK_CONTAINER_OTHER_CHANNEL_ADVICE:
    'The other channel’s player appears there. If you meant this one, change data-channel to {expected}.',
  CHECK_CONTAINER_UNKNOWN_CHANNEL:
    'A container is for the channel “{channel}”, which doesn’t exist on this server.',
  CHECK_CONTAINER_UNKNOWN_CHANNEL_ADVICE: 'No player appears there. Change data-channel to {expected}.',
  CHECK_CONTAINER_DELETED_CHANNEL: 'A container is for the channel “{channel}”, which was deleted.',
  CHECK_CONTAINER_DELETED_CHANNEL_ADVICE:
    'No player appears there. Restore that channel, or change data-channel to {expected}.',
  CHECK_CONTAINER_INERT: 'A container is inside a noscript or template element.',
  CHECK_CONTAINER_INERT_ADVICE:
    'Browsers don’t show it there unless a script copies it into the page. Move it out of that element.',
  CHECK_CONTAINER_SHADOW: 'A container is in a shadow tree, where the player doesn’t look.',
  CHECK_CONTAINER_SHADOW_ADVICE: 'Use the element parlance-player with the attribute channel instead.',
  CHECK_CONTAINER_HIDDEN: 'The page’s own HTML hides the container.',
  CHECK_CONTAINER_HIDDEN_ADVICE:
    'Readers don’t see the player unless a script shows it. Remove the attribute hidden, or display: none.',
  CHECK_CONTAINER_SEVERAL: 'The page has {count, number} containers for this channel.',
  CHECK_CONTAINER_SEVERAL_ADVICE:
    'Each container plays the article it is in. If the articles have no links of their own, give each container the attribute data-url.',
  CHECK_PLACEMENT_UNSEEN:
    'Nothing in the HTML matches the channel’s placement ({selector}), so the player appears in its container.',
  CHECK_PLACEMENT_UNSEEN_ADVICE:
    'If a script adds that element in the browser, we can’t see it. Otherwise, correct the selector under Placement.',
  CHECK_ADDRESS_CANONICAL: 'The player looks up the page’s canonical URL: {address}',
  CHECK_ADDRESS_PAGE: 'The page has no canonical URL, so the player looks up its address: {address}',
  CHECK_ADDRESS_URL: 'The player looks up the container’s data-url: {address}',
  CHECK_ADDRESS_EXTERNAL: 'The player looks up your ID {id} (data-external-id).',
  CHECK_ADDRESS_ARTICLE: 'The player looks up the article with the ID {id} (data-article).',
  CHECK_CANONICAL_ELSEWHERE: 'The canonical URL isn’t this page’s address: {address}',
  CHECK_CANONICAL_ELSEWHERE_ADVICE:
    'Here, the player plays the article with the canonical URL. If that’s wrong, correct link rel=canonical or set data-url.',
  CHECK_OPEN_GRAPH_DIFFERS: 'og:url has a different address: {address}',
  CHECK_OPEN_GRAPH_DIFFERS_ADVICE:
    'The player ignores og:url. It uses the page’s canonical URL or, if there is none, its address.',
  CHECK_ARTICLE_READY: 'Readers hear “{title}” ({duration}).',
  CHECK_ARTICLE_TEASER:
    'Readers hear the teaser of “{title}” ({duration}); subscribers hear the full article.',
  CHECK_ARTICLE_SUBSCRIBERS: 'The audio of “{title}” is for subscribers only.',
  CHECK_ARTICLE_SUBSCRIBERS_ADVICE:
    'The player appears when the page signs the request for a subscriber. For everyone else, create a teaser.',
  CHECK_ARTICLE_SILENT: '“{title}” has no audio because a rule completed it without audio.',
  CHECK_ARTICLE_SILENT_ADVICE: 'To let readers hear it, change the project’s processing rules.',
  CHECK_ARTICLE_COMING: 'The audio of “{title}” is being generated.',
  CHECK_ARTICLE_COMING_ADVICE: 'The player appears when it’s ready. There’s nothing you need to do.',
  CHECK_ARTICLE_HELD: '“{title}” is on hold.',
  CHECK_ARTICLE_HELD_ADVICE: 'The player appears once someone reviews or releases the article.',
  CHECK_ARTICLE_EMBARGO: '“{title}” is under embargo until {time}.',
  CHECK_ARTICLE_EMBARGO_ADVICE: 'The player appears then. To publish the article now, end its embargo.',
  CHECK_ARTICLE_FAILED: 'Generating the audio of “{title}” failed.',
  CHECK_ARTICLE_FAILED_ADVICE: 'No player appears. Open the article to see why, and try again.',
  CHECK_ARTICLE_REJECTED: '“{title}” was rejected by a processing rule, or isn’t an article.',
  CHECK_ARTICLE_REJECTED_ADVICE: 'No player appears. Open the article to see which rule it was.',
  CHECK_ARTICLE_LIMIT: '“{title}” is waiting because the project’s daily limit is used up.',
  CHECK_ARTICLE_LIMIT_ADVICE:
    'Its audio is generated after midnight UTC. Raise the limit in the settings if this happens often.',
  CHECK_ARTICLE_UNKNOWN: 'This project doesn’t have this article.',
  CHECK_ARTICLE_UNKNOWN_ADVICE:
    'Correct the container’s attribute, or remove it: the player then looks up the page’s address.',
  CHECK_ARTICLE_NEW:
    'This page isn’t an article of this project yet. The first reader who opens it adds it: “{title}”, about {duration}.',
  CHECK_ARTICLE_NEW_ADVICE: 'The player appears when the audio is ready. There’s nothing you need to do.',
  CHECK_ARTICLE_NEW_UNREADABLE:
    'This page isn’t an article of this project yet, and we found no article on it: {problem}',
  CHECK_ARTICLE_NEW_UNREADABLE_ADVICE:
    'Try the project’s extractor rules on this page in the settings, or send the article through the API.',
  CHECK_ARTICLE_DAY_FULL:
    'This page isn’t an article of this project yet, and players have already added {most, plural, one {# new page} other {# new pages}} today, which is the limit.',
  CHECK_ARTICLE_DAY_FULL_ADVICE:
    'It can be added tomorrow. Raise the limit in the settings if this happens often.',
  CHECK_ARTICLE_NOT_ADDED:
    'This page isn’t an article of this project, and the project doesn’t add pages found by players.',
  CHECK_ARTICLE_NOT_ADDED_ADVICE:
    'No player appears. If the article is new in a feed, it is added at the next check of the source. Otherwise, add it yourself, or add the website as a source and turn on “Generate articles automatically from the website” in the settings.',
  CHECK_ARTICLE_OTHER_SITE: '{host} isn’t one of this project’s sites: {sites}',
  CHECK_ARTICLE_OTHER_SITE_ADVICE:
    'No player appears. Check the page’s canonical URL, and the website and sources in the project’s settings.',
  CHECK_ARTICLE_UNLIKELY:
    'This page isn’t an article of this project, and its address doesn’t look like an article’s.',
  CHECK_ARTICLE_UNLIKELY_ADVICE:
    'No player appears. Check the page of an article instead of a home page or a list, or add this page manually.',
  CHECK_PLAYLISTS: 'The player plays this channel’s playlists on every page.',
});
