import { words } from './word-catalogue.ts';

/**
 * Channels as parts of their project: what the forms of each kind are called as headings and in the
 * document's title.
 */
export const channelsPartWords = words({
  en: {
    add: 'Add channel',
    addTo: (project: string) => `Add channel to ${project}`,
    of: (heading: string, project: string) => `${heading} of ${project}`,
    new: {
      playlistPlayer: 'New Playlist Player Channel',
      podcast: 'New Podcast',
      googleAction: 'New Google Action',
      alexaSkill: 'New Alexa Skill',
      json: 'New JSON Feed',
      alexaFB: 'New Alexa Flash Briefing',
      player: 'New Player Channel',
    },
    newOther: (label: string) => `New ${label}`,
  },
  de: {
    add: 'Kanal hinzufügen',
    addTo: (project) => `Kanal zu ${project} hinzufügen`,
    of: (heading, project) => `${heading} von ${project}`,
    new: {
      playlistPlayer: 'Neuer Playlist-Player',
      podcast: 'Neuer Podcast',
      googleAction: 'Neue Google Action',
      alexaSkill: 'Neuer Alexa Skill',
      json: 'Neuer JSON-Feed',
      alexaFB: 'Neues Alexa Flash Briefing',
      player: 'Neuer Webplayer',
    },
    newOther: (label) => `Neuer Kanal: ${label}`,
  },
});
