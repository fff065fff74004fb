import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { visitorBounds } from '../../../product.ts';

/** What a User-Agent is to statistics of podcasts. */
export interface PodcastAgent {
  /** By which people know the app; empty: it is not known. */
  app: string;
  device: Device;
}

/** Kinds of devices; empty: it is not known. */
export type Device = 'phone' | 'tablet' | 'computer' | 'speaker' | 'tv' | 'watch' | 'car' | '';

/**
 * Apps by what they are known to call themselves, the first that fits; those that end sooner come first.
 * Written down from the apps' own documentation and from what servers see of them.
 */
const apps: readonly (readonly [string, RegExp])[] = [
  [
    'Apple Podcasts',
    /^(?:Podcasts|Podcastes|Podcaster|Balados|Podcasti|Подкасты|播客|ポッドキャスト)\/|\bPodcasts\/[\d.]+ \(?(?:iOS|iPadOS|macOS|watchOS|tvOS)/,
  ],
  ['iTunes', /^iTunes\//],
  ['Spotify', /^Spotify\/\d{2,}|^Spotify\/[2-9]/],
  ['Overcast', /^Overcast\//],
  ['Pocket Casts', /Pocket ?Casts\b/i],
  ['Castbox', /^Cast[Bb]ox\b/],
  ['Podcast Addict', /Podcast ?Addict\b/],
  ['AntennaPod', /^(?:de\.danoeh\.)?AntennaPod\b/i],
  ['YouTube Music', /\bYouTube ?Music\b|^com\.google\.android\.apps\.youtube\.music/i],
  ['YouTube', /^(?:com\.google\.)?(?:android|ios)\.youtube/i],
  ['Google Podcasts', /\bGoogle-?Podcast(?:s)?\b|GoogleChirp/],
  ['Amazon Music', /^Amazon ?Music\b|\bAmazonMusic\//i],
  ['Alexa', /AlexaMediaPlayer|^Alexa\b|\bEcho\/|\bAmazonMediaPlayer/],
  ['Audible', /^(?:Audible|com\.audible)\b/i],
  ['Deezer', /^Deezer\//],
  ['TuneIn', /^TuneIn\b|\bTuneIn Radio/i],
  ['iHeartRadio', /iHeartRadio/i],
  ['Castro', /^Castro \d|^Castro\//],
  ['Downcast', /^Downcast\//],
  ['iCatcher!', /^iCatcher/],
  ['RSSRadio', /^RSSRadio\b/],
  ['Podbean', /^Podbean\b/i],
  ['Player FM', /^Player ?FM\b/i],
  ['Podcast Republic', /PodcastRepublic\b|Podcast Republic/i],
  ['Podcast Guru', /Podcast ?Guru\b/i],
  ['Podverse', /^Podverse\b/i],
  ['Fountain', /^Fountain(?:\.fm|\/)/i],
  ['Goodpods', /^Goodpods\b/i],
  ['Snipd', /^Snipd\b/i],
  ['Podimo', /^Podimo\b/i],
  ['Metacast', /^Metacast\b/i],
  ['TrueFans', /^TrueFans\b/i],
  ['CurioCaster', /^CurioCaster\b/i],
  ['Podurama', /^Podurama\b/i],
  ['Podkicker', /^Podkicker\b/i],
  ['BeyondPod', /^BeyondPod\b/],
  ['DoggCatcher', /DoggCatcher/i],
  ['Doughnut', /^Doughnut\b/i],
  ['Breaker', /^Breaker\//],
  ['RadioPublic', /^RadioPublic\b/i],
  ['Stitcher', /^Stitcher\b/i],
  ['Luminary', /^Luminary\b/i],
  ['Himalaya', /^Himalaya\b/i],
  ['Ximalaya', /ximalaya|^ting_/i],
  ['Xiao Yu Zhou', /^Xiaoyuzhou\b/i],
  ['JioSaavn', /^(?:Jio)?Saavn\b/i],
  ['Samsung Podcasts', /\bSamsung ?(?:Free|Podcasts)\b|^com\.samsung\.android\.(?:app\.spage|podcast)/i],
  ['Huawei Music', /com\.huawei\.music/i],
  ['ARD Audiothek', /ARD ?Audiothek/i],
  ['BBC Sounds', /^BBC(?: Sounds|iPlayerRadio)/i],
  ['Radio.net', /^(?:radio\.(?:net|de)|radio_(?:net|de))/i],
  ['Podigee', /^Podigee\b/i],
  ['gPodder', /^gPodder\//],
  ['Kasts', /^Kasts\//],
  ['GNOME Podcasts', /gnome-podcasts/i],
  ['Rhythmbox', /^Rhythmbox\//],
  ['castget', /^castget\b/],
  ['Sonos', /\bSonos\b/],
  ['Roku', /^Roku\//],
  ['VLC', /^VLC\/|\bLibVLC\b/],
  ['Kodi', /^Kodi\//],
  ['Winamp', /^Winamp\b/i],
  ['foobar2000', /^foobar2000\//],
  ['MusicBee', /^MusicBee\b/],
  ['Windows Media Player', /^(?:NSPlayer|Windows-Media-Player)\//],
  ['Plex', /^Plex(?:MediaServer|amp|\/)/i],
  ['Mopidy', /^Mopidy\b/],
  ['Parlance', /^Parlance\b/],
  // What other apps on devices of Apple play with, Apple Podcasts among them.
  ['Apple Core Media', /^AppleCoreMedia\//],
  ['Samsung Internet', /^Mozilla\/.*\bSamsungBrowser\//],
  ['Edge', /^Mozilla\/.*\bEdg(?:e|A|iOS)?\//],
  ['Opera', /^Mozilla\/.*\bOPR\//],
  ['Firefox', /^Mozilla\/.*\b(?:Firefox|FxiOS)\//],
  ['Chrome', /^Mozilla\/.*\b(?:Chrome|CriOS)\//],
  ['Safari', /^Mozilla\/.*\bSafari\//],
];

/**
 * Programs of directories and hosts that monitor feeds, and mirrors from which listeners later download:
 * their downloads are no plays. Some use the same name as their app.
 */
const programs =
  /Podcast Sync|^Spotify\/1\.0\b|^iTMS\b|^Overcast\/1\.0 Podcast|\b(?:Amazon|Google|Apple|Facebook|Twitter|LinkedIn|Slack|Telegram)[- ]?(?:bot|Podcast(?:s)? (?:Crawler|Fetch))|Podcast ?Index|\bPodchaser\b|\bListen ?Notes\b|\bPodping\b|\bRephonic\b|\bChartable\b|\bPodtrac\b|\bBlubrry\b|\bPodscribe\b|\bPodrover\b|\bfyyd\b|\bFeed(?:ly|fetcher|burner|Validator|bin|er)\b|\b(?:crawler|spider|monitor|uptime|validator|checker|preview|prefetch|transcri(?:be|ption))\b|^(?:curl|wget|axios|got|node|undici|node-fetch|python|Python-urllib|python-requests|aiohttp|httpx|Go-http-client|Java|libwww-perl|Ruby|PHP|Guzzle|Apache-HttpClient|ffmpeg|Lavf|PostmanRuntime)\b/i;

const devices: readonly (readonly [Device, RegExp])[] = [
  ['watch', /Watch\b|watchOS|WearOS|Wear OS/],
  ['speaker', /HomePod|\bEcho\b|Alexa|Sonos|CrKey|Google-Home|GoogleHome|smart.?speaker/i],
  ['tv', /Apple ?TV|tvOS|\bAFT[A-Z]|Roku|SmartTV|SMART-TV|GoogleTV|Android TV|BRAVIA|Web0S|Kodi/i],
  ['car', /CarPlay|Android Auto|Tesla\b|QtCarBrowser/],
  ['tablet', /iPad|iPadOS|Tablet|\bSM-T\d|Kindle|\bKF[A-Z]{3,4}\b/],
  ['phone', /iPhone|iPod|\biOS\b|Android|Mobile|Phone|okhttp|Dalvik/i],
  ['computer', /Macintosh|Mac OS X|macOS|Windows|X11|Linux|CrOS|iTunes/],
];

/** What apps play with that give themselves no name. */
const nameless = /^(?:okhttp|ExoPlayer|Dalvik|stagefright|CFNetwork)\b|\bCFNetwork\//i;

/** Releases of an app are shared by many. */
const known = new LRUCache<string, PodcastAgent | 'none'>({ max: visitorBounds.rememberedAgents });

/**
 * Returns what downloads a podcast, by its User-Agent; null: a program, whose downloads are no plays, or a
 * watch, which repeats downloads of its phone.
 */
export function podcastAgentOf(userAgent: string | undefined): PodcastAgent | null {
  if (!userAgent || userAgent.length > 1_024) return null;
  let agent = known.get(userAgent);
  if (agent === undefined) {
    known.set(userAgent, (agent = read(userAgent) ?? 'none'));
  }
  return agent === 'none' ? null : agent;
}

function read(userAgent: string): PodcastAgent | null {
  if (programs.test(userAgent)) return null;
  const app = apps.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? '';
  // Apps add the address of their homepage, which elsewhere only programs do.
  const isNamed = app !== '' && !userAgent.startsWith('Mozilla/');
  if (!isNamed && !nameless.test(userAgent) && isbot(userAgent)) return null;
  const device = devices.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? '';
  return device === 'watch' ? null : { app, device };
}
