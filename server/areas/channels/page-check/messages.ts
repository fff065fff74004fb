import { declareMessages } from '../../../lib/declare-messages.ts';

/**
 * What the check of a publisher's page finds, and what each finding means and what to do (`_ADVICE`).
 */
export const pageCheckMessages = declareMessages({
  TOO_MANY_PAGE_CHECKS: 'Too many pages were checked. Please try again in a moment.',
  CHECK_NOT_A_PLAYER: 'Only pages of web players can be checked.',
  CHECK_PAGE_READ: 'The page could be read.',
  CHECK_PAGE_REDIRECTED: 'The address redirects to {address}.',
  CHECK_PAGE_REDIRECTED_ADVICE: 'That page was checked. Readers end up there, too.',
  CHECK_CONSENT_PAGE: 'Without cookies, the site redirects to a page that asks for consent: {address}.',
  CHECK_CONSENT_PAGE_ADVICE:
    "The article behind it can't be seen from here, to check it or to generate its audio. Let requests without cookies see the article, or open the page in a browser and read the messages in its console.",
  CHECK_SIGN_IN: 'The page asks for a user name and password (status {status, number, ::group-off}).',
  CHECK_SIGN_IN_ADVICE:
    "What readers see after signing in can't be seen from here. Check a public page with the same template, or open this one in a browser and read the messages in its console.",
  CHECK_BOT_PROTECTION:
    "The site's bot protection{service, select, none {} other { ({service})}} answered instead of the page.",
  CHECK_BOT_PROTECTION_ADVICE:
    "The player works for readers, but the page can't be checked, and new articles can't be read from it. Let requests with the user agent {agent} through.",
  CHECK_PAGE_UNREADABLE: "The page can't be read: {problem}",
  CHECK_PAGE_UNREADABLE_ADVICE:
    "Check the address, and whether it opens in a private window of your browser. Pages in a private network can't be checked.",
  CHECK_PAGE_AMP: "This is an AMP page, and AMP doesn't run publishers' scripts.",
  CHECK_PAGE_AMP_ADVICE: 'Use the recipe for AMP, which shows the player in a frame.',
  CHECK_FRAME_FOUND: 'The page shows the player in a frame.',
  CHECK_FRAME_ELSEWHERE: 'The page has a frame with the player of another channel or server: {address}',
  CHECK_FRAME_ELSEWHERE_ADVICE: 'If you meant this channel, copy the frame from the recipe for AMP again.',
  CHECK_SCRIPT_FOUND: "The player's script is on the page.",
  CHECK_SCRIPT_UNSEEN: "The HTML that the site sends doesn't include the player's script.",
  CHECK_SCRIPT_UNSEEN_ADVICE:
    "Is it added by a tag manager, a plugin or your app's bundle? What is added in the browser can't be seen from here: open the page and see whether the player appears. Otherwise, add the script line of the embed code to the template of your articles.",
  CHECK_SCRIPT_UNSEEN_MANAGER: "The HTML doesn't include the player's script, but it includes {names}.",
  CHECK_SCRIPT_UNSEEN_MANAGER_ADVICE:
    "Whether {names} adds the script can't be seen from here: open the page in a browser and see whether the player appears. Otherwise, add the script line of the embed code to the template of your articles.",
  CHECK_SCRIPT_BY_SCRIPT: 'A script on the page adds the player.',
  CHECK_SCRIPT_BY_SCRIPT_ADVICE:
    "Whether it runs can't be seen from here: open the page in a browser and see whether the player appears.",
  CHECK_SCRIPT_SERVER: 'The script comes from {found}, but this channel is on {expected}.',
  CHECK_SCRIPT_SERVER_ADVICE:
    "Another server doesn't know this channel. Unless {found} passes requests on to {expected}, replace the address of the script by the one in the embed code.",
  CHECK_SCRIPT_INSECURE: 'The script has an http address, but the page is on https.',
  CHECK_SCRIPT_INSECURE_ADVICE: 'Browsers block such scripts. Use an https address.',
  CHECK_SCRIPT_INERT: 'The script is inside a noscript or template element.',
  CHECK_SCRIPT_INERT_ADVICE: "Browsers don't run it there. Move it out of that element.",
  CHECK_SCRIPT_TWICE: 'The script is included {count, number} times.',
  CHECK_SCRIPT_TWICE_ADVICE: 'That does no harm: the first one serves the page. You can remove the others.',
  CHECK_SCRIPT_CONSENT: "The script waits for the reader's consent.",
  CHECK_SCRIPT_CONSENT_ADVICE:
    'Readers who decline get no player. With “Never track” the player stores nothing in the browser, so you can exempt it in your consent tool.',
  CHECK_SCRIPT_DELAYED: 'A plugin delays the script, often until the reader scrolls or clicks.',
  CHECK_SCRIPT_DELAYED_ADVICE:
    'Exclude /player/loader.js from the delay, so that the player appears at once.',
  CHECK_POLICY_BLOCKS: "The page's content security policy blocks the player: {directives}",
  CHECK_POLICY_BLOCKS_ADVICE:
    'Add {server} to these directives, in the HTTP header or the meta element that sets the policy.',
  CHECK_CONTAINER_FOUND: 'The container for the player is in {path}.',
  CHECK_CONTAINER_UNSEEN: 'The HTML that the site sends has no container for the player.',
  CHECK_CONTAINER_UNSEEN_ADVICE:
    "If a script or a tag manager adds it, that can't be seen from here. Otherwise, add the container of the embed code below the headline in the template of your articles.",
  CHECK_CONTAINER_NO_CHANNEL: 'A container names no channel.',
  CHECK_CONTAINER_NO_CHANNEL_ADVICE:
    'No player appears there. Copy the embed code again: it has the attribute data-channel.',
  CHECK_CONTAINER_OTHER_CHANNEL: 'A container is for the channel “{channel}”, not for “{expected}”.',
  CHECK_CONTAINER_OTHER_CHANNEL_ADVICE:
    "The other channel's player appears there. If you meant this one, change data-channel to {expected}.",
  CHECK_CONTAINER_UNKNOWN_CHANNEL:
    "A container is for the channel “{channel}”, which doesn't exist on this server.",
  CHECK_CONTAINER_UNKNOWN_CHANNEL_ADVICE: 'No player appears there. Change data-channel to {expected}.',
  CHECK_CONTAINER_DELETED_CHANNEL: 'A container is for the channel “{channel}”, which was deleted.',
  CHECK_CONTAINER_DELETED_CHANNEL_ADVICE:
    'No player appears there. Restore that channel, or change data-channel to {expected}.',
  CHECK_CONTAINER_INERT: 'A container is inside a noscript or template element.',
  CHECK_CONTAINER_INERT_ADVICE:
    "Browsers don't show it there, unless a script copies it into the page. Move it out of that element.",
  CHECK_CONTAINER_SHADOW: "A container is in a shadow tree, where the player doesn't look.",
  CHECK_CONTAINER_SHADOW_ADVICE: 'Use the element parlance-player with the attribute channel there.',
  CHECK_CONTAINER_HIDDEN: "The container is hidden by the page's own HTML.",
  CHECK_CONTAINER_HIDDEN_ADVICE:
    "Readers don't see the player unless a script shows it. Remove the attribute hidden, or display: none.",
  CHECK_CONTAINER_SEVERAL: 'The page has {count, number} containers for this channel.',
  CHECK_CONTAINER_SEVERAL_ADVICE:
    'Each plays the article that it is in. If the articles have no links of their own, give each container the attribute data-url.',
  CHECK_PLACEMENT_UNSEEN:
    "Nothing in the HTML matches the channel's placement ({selector}), so the player appears in its container.",
  CHECK_PLACEMENT_UNSEEN_ADVICE:
    "If a script adds that element, it can't be seen from here. Otherwise, correct the selector under Placement.",
  CHECK_ADDRESS_CANONICAL: "The player asks for the page's canonical URL: {address}",
  CHECK_ADDRESS_PAGE: 'The page names no canonical URL, so the player asks for its address: {address}',
  CHECK_ADDRESS_URL: "The player asks for the container's data-url: {address}",
  CHECK_ADDRESS_EXTERNAL: 'The player asks for your ID {id} (data-external-id).',
  CHECK_ADDRESS_ARTICLE: 'The player asks for the article with the ID {id} (data-article).',
  CHECK_CANONICAL_ELSEWHERE: "The canonical URL isn't this page's address: {address}",
  CHECK_CANONICAL_ELSEWHERE_ADVICE:
    "The player plays the article at the canonical URL here. If that's wrong, correct link rel=canonical or set data-url.",
  CHECK_OPEN_GRAPH_DIFFERS: 'og:url names another address: {address}',
  CHECK_OPEN_GRAPH_DIFFERS_ADVICE:
    "The player doesn't use it. The page's canonical URL counts, or else its address.",
  CHECK_ARTICLE_READY: 'Readers hear “{title}” ({duration}).',
  CHECK_ARTICLE_TEASER: 'Readers hear the teaser of “{title}” ({duration}), and subscribers all of it.',
  CHECK_ARTICLE_SUBSCRIBERS: 'The audio of “{title}” is for subscribers only.',
  CHECK_ARTICLE_SUBSCRIBERS_ADVICE:
    'The player appears when the page signs the request for a subscriber. For everyone else, create a teaser.',
  CHECK_ARTICLE_SILENT: '“{title}” has no audio: a rule finished it without.',
  CHECK_ARTICLE_SILENT_ADVICE: "Change the project's processing rules if readers are to hear it.",
  CHECK_ARTICLE_COMING: 'The audio of “{title}” is being generated.',
  CHECK_ARTICLE_COMING_ADVICE: "The player appears when it's ready. You need to do nothing.",
  CHECK_ARTICLE_HELD: '“{title}” is on hold.',
  CHECK_ARTICLE_HELD_ADVICE: 'The player appears once someone reviews or releases the article.',
  CHECK_ARTICLE_EMBARGO: '“{title}” is under embargo until {time}.',
  CHECK_ARTICLE_EMBARGO_ADVICE: 'The player appears then. To publish the article now, end its embargo.',
  CHECK_ARTICLE_FAILED: 'Generating the audio of “{title}” failed.',
  CHECK_ARTICLE_FAILED_ADVICE: 'No player appears. Open the article to see why, and try again.',
  CHECK_ARTICLE_REJECTED: "“{title}” was rejected by a processing rule, or isn't an article.",
  CHECK_ARTICLE_REJECTED_ADVICE: 'No player appears. Open the article to see which rule it was.',
  CHECK_ARTICLE_LIMIT: "“{title}” waits, because the project's daily limit is used up.",
  CHECK_ARTICLE_LIMIT_ADVICE:
    'Its audio is generated after midnight UTC. Raise the limit in the settings if this happens often.',
  CHECK_ARTICLE_UNKNOWN: 'This project has no such article.',
  CHECK_ARTICLE_UNKNOWN_ADVICE:
    "Correct the container's attribute, or remove it: the player then asks for the page's address.",
  CHECK_ARTICLE_NEW:
    'The page is no article of this project yet. Its first reader makes it one: “{title}”, about {duration}.',
  CHECK_ARTICLE_NEW_ADVICE: 'The player appears when the audio is ready. You need to do nothing.',
  CHECK_ARTICLE_NEW_UNREADABLE:
    'The page is no article of this project yet, and no article was found on it: {problem}',
  CHECK_ARTICLE_NEW_UNREADABLE_ADVICE:
    "Try the project's extractor rules on this page in the settings, or send the article through the API.",
  CHECK_ARTICLE_DAY_FULL:
    "The page is no article of this project yet, and players have found the day's {most, plural, one {# new page} other {# new pages}}.",
  CHECK_ARTICLE_DAY_FULL_ADVICE:
    'It can become one tomorrow. Raise the limit in the settings if this happens often.',
  CHECK_ARTICLE_NOT_ADDED:
    "The page is no article of this project, and the project doesn't add pages that players find.",
  CHECK_ARTICLE_NOT_ADDED_ADVICE:
    'No player appears. If it is new in a feed, it comes with the next check of the source. Otherwise, add it, or add the website as a source and switch on “Generate articles automatically from the website” in the settings.',
  CHECK_ARTICLE_OTHER_SITE: "{host} isn't a site of this project. Its sites are: {sites}",
  CHECK_ARTICLE_OTHER_SITE_ADVICE:
    "No player appears. Check the canonical URL of the page, and the website and the sources in the project's settings.",
  CHECK_ARTICLE_UNLIKELY:
    "The page is no article of this project, and its address doesn't look like an article's.",
  CHECK_ARTICLE_UNLIKELY_ADVICE:
    'No player appears. Check the page of an article rather than a front page or a list, or add this one by hand.',
  CHECK_PLAYLISTS: "The player plays this channel's playlists on every page.",
});
