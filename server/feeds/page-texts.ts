/** What the page says around the podcast. */
export interface PageTexts {
  subscribe: string;
  copy: string;
  copied: string;
  address: string;
  episodes: string;
  none: string;
  play: string;
  pause: string;
  speed: string;
  back: string;
  forward: string;
  player: string;
  transcript: string;
  newer: string;
  older: string;
  website: string;
  support: string;
  notice: string;
}

/** As a podcast's listeners speak; English for every other language. */
const texts: Record<string, PageTexts> = {
  en: {
    subscribe: 'Listen in your podcast app',
    copy: 'Copy feed address',
    copied: 'Copied',
    address: 'Feed address for any other app',
    episodes: 'Episodes',
    none: 'There are no episodes yet.',
    play: 'Play',
    pause: 'Pause',
    speed: 'Playback speed',
    back: 'Back 15 seconds',
    forward: 'Forward 30 seconds',
    player: 'Player',
    transcript: 'Transcript',
    newer: 'Newer episodes',
    older: 'Older episodes',
    website: 'Website',
    support: 'Support',
    notice: 'The voice in this podcast is synthetic: a computer reads the articles aloud.',
  },
  de: {
    subscribe: 'In deiner Podcast-App hören',
    copy: 'Feed-Adresse kopieren',
    copied: 'Kopiert',
    address: 'Feed-Adresse für alle anderen Apps',
    episodes: 'Folgen',
    none: 'Es gibt noch keine Folgen.',
    play: 'Abspielen',
    pause: 'Anhalten',
    speed: 'Geschwindigkeit',
    back: '15 Sekunden zurück',
    forward: '30 Sekunden vor',
    player: 'Player',
    transcript: 'Transkript',
    newer: 'Neuere Folgen',
    older: 'Ältere Folgen',
    website: 'Website',
    support: 'Unterstützen',
    notice: 'Die Stimme in diesem Podcast ist synthetisch: Ein Computer liest die Artikel vor.',
  },
  fr: {
    subscribe: 'Écouter dans votre application de podcasts',
    copy: 'Copier l’adresse du flux',
    copied: 'Copiée',
    address: 'Adresse du flux pour toute autre application',
    episodes: 'Épisodes',
    none: 'Il n’y a pas encore d’épisodes.',
    play: 'Lire',
    pause: 'Pause',
    speed: 'Vitesse de lecture',
    back: 'Reculer de 15 secondes',
    forward: 'Avancer de 30 secondes',
    player: 'Lecteur',
    transcript: 'Transcription',
    newer: 'Épisodes plus récents',
    older: 'Épisodes plus anciens',
    website: 'Site web',
    support: 'Soutenir',
    notice: 'La voix de ce podcast est synthétique : un ordinateur lit les articles.',
  },
};

/** @param language BCP 47 */
export function pageTexts(language: string): PageTexts & { language: string } {
  const known = language.slice(0, 2).toLowerCase();
  return texts[known] ? { ...texts[known], language: known } : { ...texts['en']!, language: 'en' };
}
