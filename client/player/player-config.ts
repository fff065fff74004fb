/**
 * What the server tells the player about a channel and what to play: the answer of `GET
 * {base}/player/{channel}/config`. Types alone; the server's schema has to fit them.
 */

import type { PlayerFeaturesWords, PlayerLanguage, PlayerWords } from './generated/player-words.ts';

/** Where the player appears: in its container, or beside or inside what `selector` finds. */
export type Placement = 'none' | 'after' | 'before' | 'inner-first' | 'inner-last';

/** By the names of the channel's settings. */
export type PlayerFeature =
  | 'barPreview'
  | 'volumeControl'
  | 'loop'
  | 'download'
  | 'share'
  | 'miniPlayer'
  | 'playNext'
  | 'paragraphPlay'
  | 'transcriptSearch'
  | 'pronunciationReports'
  | 'remotePlayback'
  | 'subscribe'
  | 'googleAnalytics'
  | 'matomo';

export interface PlayerConfig {
  channel: {
    id: number;
    slug: string;
    kind: 'player' | 'playlistPlayer';
    /** The playlist player has version 3 alone. */
    version: 2 | 3 | 4;
    /** At most 256 characters. */
    cta: string;
    /** `#rrggbb` */
    color: string;
    bordered: boolean;
    background: 'transparent' | '#fff';
    /**
     * The player's own background; `auto`: dark where what is behind it is. A transparent player has one only
     * where nothing could be read on the page's. Missing from servers of earlier releases: `light`.
     */
    scheme?: 'light' | 'dark' | 'auto';
    /** Version 4's own words; the language's when they are empty or missing. */
    texts: {
      playButton?: string;
      pauseButton?: string;
      speedSettingsTitle?: string;
      speedSettingsBackButton?: string;
    };
    placement: { action: Placement; selector: string };
    /** A style sheet for the inside of the player; null unless it is enabled. */
    customCss: string | null;
    /** Nothing of the audio is fetched before the listener asks to hear it. */
    disableAutoload: boolean;
    /** Whether the playlist player shows its list from the start. */
    opened: boolean;
    /** What it can do more. Missing from servers of earlier releases. */
    features?: PlayerFeature[];
  };
  language: PlayerLanguage;
  /**
   * Texts of the player in this language, with those of its features if it has any. Servers of earlier
   * releases send none; the player is then in English.
   */
  words?: PlayerWords & Partial<PlayerFeaturesWords>;
  /** Who publishes it, as a phone's lock screen says. */
  publisher: string;
  consent: {
    /** `always` and `never` need no prompt; the others ask a consent manager on the page. */
    provider: 'always' | 'never' | 'manager' | 'iab';
    /** With `manager`, its service (`s1604`). */
    managerId: string | null;
    /** With `iab`, the vendor of the Transparency and Consent Framework (1181). */
    vendorId: number | null;
    /** Whether a message replaces the player until there is consent. */
    placeholder: boolean;
    message: string;
  };
  /** Addresses; null where there is no sound. */
  sounds: { intro: string | null; next: string | null; outro: string | null };
  /** One article with those that follow it, or those of a playlist. Empty: nothing is shown. */
  items: PlayerItem[];
  ads: PlayerAds | null;
  /** Where listeners subscribe; null: nowhere, or not wanted. Missing from servers of earlier releases. */
  podcast?: PlayerPodcast | null;
  /** Where statistics go (`/ev`); null: none are kept. */
  eventsUrl: string | null;
  /**
   * Sent back by POST to the same address once a reader sees the page, it starts generating the audio of a
   * page that is not known yet. Null: there is nothing to start. Valid for ten minutes.
   */
  pageToken: string | null;
}

export interface PlayerItem {
  /** The article's database id. */
  id: number;
  projectId: number;
  /** The publisher's own id: in the feed, or given by API. Missing from servers of earlier releases. */
  externalId?: string | null;
  title: string;
  /** Of the article; null when it has none. */
  url: string | null;
  /** URL of the current audio; null until `state` is ready. */
  audio: string | null;
  /** The audio file's name, by which statistics know it. */
  au: string;
  durationMs: number;
  /** `inProgress`: it is being made, ask again. `gone`: it cannot be had. */
  state: 'ready' | 'inProgress' | 'gone';
  /** `audio` is the beginning with the invitation to subscribe; the signed call answers with the whole. */
  teaser: boolean;
  /** Address of the words with their times; null: no reading along. */
  highlight: string | null;
  /** Address of the transcript (WebVTT); null: there is none. */
  transcript: string | null;
  image: string | null;
  chapters: { title: string; startMs: number }[];
}

/** The project's podcast. */
export interface PlayerPodcast {
  /** Its own page, with links for all apps. */
  page: string;
  /** Its pages in apps that list it. */
  apps: { name: string; url: string }[];
}

export interface PlayerAds {
  provider: 'rmsi' | 'nex360' | 'parlance' | 'sevenone' | 'google';
  /** Tags to ask, in this order. */
  tags: string[];
  /** Articles between two advertisements: 1 to 30. The first that a listener starts has one before it. */
  interval: number;
  /**
   * The longest that an advertisement may last, and what it lasts unless its file says otherwise: 15, 20,
   * 30 or 40 seconds.
   */
  lengthS: number;
}
