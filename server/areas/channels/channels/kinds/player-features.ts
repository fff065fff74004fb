import { flag, settingGroup, type Setting, type ValuesOf } from '../../../../kernel/settings.ts';

const feature = (description: string): Setting<boolean> => flag({ description, graphqlOnly: true });

/**
 * Features of players, each off at first. The player gets the names of those that are on: a feature is a line
 * here, its label in the catalogues, and what the player does with its name.
 */
const everywhere = {
  barPreview: feature('Whether the time, the chapter and the sentence are shown over the progress bar.'),
  volumeControl: feature('Whether the player has a volume control.'),
  loop: feature('Whether listeners can repeat what plays.'),
  download: feature('Whether listeners can download the audio, except for teasers.'),
  miniPlayer: feature(
    'Whether the player stays at the edge of the window while it plays and its place is out of view.',
  ),
  remotePlayback: feature('Whether the audio can play on other devices (Cast, AirPlay), if the browser can.'),
  subscribe: feature(
    "Whether the player links to the project's podcast, in the apps that list it and on its own page.",
  ),
  googleAnalytics: feature(
    'Whether plays are sent to `gtag` or `dataLayer` of the page (Google Analytics 4, Tag Manager), with ' +
      'consent.',
  ),
  matomo: feature('Whether plays are sent to `_paq` of the page (Matomo), with consent.'),
};

/** Of articles on their own pages. */
const onArticles = {
  share: feature('Whether listeners can share the article from the current second on.'),
  playNext: feature("Whether the project's newest articles follow the page's own, at most five."),
  paragraphPlay: feature(
    'Whether listeners can play from any paragraph of the page, if the article has word timings.',
  ),
  transcriptSearch: feature('Whether the transcript can be searched.'),
  pronunciationReports: feature(
    'Whether listeners can report a wrong pronunciation; reports are findings of the review.',
  ),
};

const all = { ...everywhere, ...onArticles };

export type PlayerFeature = keyof typeof all;
export const playerFeatureNames = Object.keys(all) as [PlayerFeature, ...PlayerFeature[]];

/** Of the web player. */
export const playerFeatures = settingGroup(all);
/** Of the playlist player. */
export const playlistPlayerFeatures = settingGroup(everywhere);

/** Returns the features that are on. */
export const featuresOf = (settings: Partial<ValuesOf<typeof all>>): PlayerFeature[] =>
  playerFeatureNames.filter((name) => settings[name]);
