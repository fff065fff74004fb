/** What went wrong, as VAST numbers it (VAST 4.2, section 2.3.6.3). */
export const vastError = {
  badXml: 100,
  badSchema: 101,
  badVersion: 102,
  wrongDuration: 202,
  wrapper: 300,
  wrapperTimeout: 301,
  wrapperLimit: 302,
  noAd: 303,
  media: 400,
  mediaNotFound: 401,
  mediaTimeout: 402,
  noMedia: 403,
  mediaBroken: 405,
  undefined: 900,
} as const;

export interface MediaFile {
  url: string;
  type: string;
  /** kbit/s; 0 if unknown. */
  bitrate: number;
}

/** Tracking URLs by event, with macros still in them. */
export type Tracking = Record<string, string[]>;

/** An advertisement, or a wrapper that leads to one. */
export interface VastAd {
  id: string;
  /** Position in a pod; 0: not part of a pod. */
  sequence: number;
  title: string;
  impressions: string[];
  errors: string[];
  /** Where the wrapper leads; empty for an advertisement. */
  wrapped: string;
  /** Whether what a wrapper leads to may be a wrapper again. */
  followsWrappers: boolean;
  /** Seconds; 0 if unknown. */
  duration: number;
  /** When it may be skipped: seconds, or a part of the whole below zero: -0.25 is a quarter; null: never. */
  skipOffset: number | null;
  tracking: Tracking;
  /** Addresses for positions: seconds, or a part of the whole below zero. */
  progress: { at: number; url: string }[];
  media: MediaFile[];
  clickThrough: string;
  clickTracking: string[];
}

export interface VastResponse {
  ads: VastAd[];
  /** URLs to notify if there is no ad. */
  errors: string[];
}

export class VastError extends Error {
  override name = 'VastError';
  readonly code: number;
  constructor(code: number) {
    super(`VAST error ${code}`);
    this.code = code;
  }
}

/** Replaces macros before a URL is validated, because URLs don't allow their brackets everywhere. */
const withoutMacros = (text: string): string => text.replace(/\[\w+\]|%%\w+%%/g, '0');

/** The address when it is one of http or https, else nothing: an advertisement brings no script with it. */
export function webAddress(text: string | null | undefined, base: string): string {
  const trimmed = text?.trim() ?? '';
  if (!trimmed || trimmed.length > 8192) return '';
  try {
    const { protocol } = new URL(withoutMacros(trimmed), base);
    if (protocol !== 'http:' && protocol !== 'https:') return '';
    return /^https?:/i.test(trimmed) ? trimmed : new URL(trimmed, base).href;
  } catch {
    return '';
  }
}

/** `HH:MM:SS`, `HH:MM:SS.mmm` in seconds, `25%` as -0.25; null for anything else. */
export function offsetOf(text: string | null | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  const clock = /^(\d{1,3}):([0-5]?\d):([0-5]?\d(?:\.\d{1,3})?)$/.exec(trimmed);
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
  const part = /^(\d{1,3}(?:\.\d+)?)%$/.exec(trimmed);
  // Zero per cent is the beginning.
  return part && Number(part[1]) <= 100 ? -Number(part[1]) / 100 || 0 : null;
}

/** An offset in seconds of a whole that lasts `duration`. */
export const offsetSeconds = (offset: number, duration: number): number =>
  offset < 0 ? -offset * duration : offset;

const mostAds = 20;
const mostAddresses = 50;

/**
 * Reads a VAST document, versions 2 to 4.x, as far as sound needs it: linear creatives with their audio
 * files, tracking and clicks. Only addresses of http and https are taken. `base` is the document's own
 * address.
 * @throws {VastError} for what is no VAST document or of another version
 */
export function readVast(xml: Document, base: string): VastResponse {
  const root = xml.documentElement;
  if (!root || xml.getElementsByTagName('parsererror').length) throw new VastError(vastError.badXml);
  if (root.localName !== 'VAST') throw new VastError(vastError.badSchema);
  if (!/^[234](\.|$)/.test(root.getAttribute('version') ?? '')) throw new VastError(vastError.badVersion);
  const ads = children(root, 'Ad')
    .slice(0, mostAds)
    .flatMap((ad) => readAd(ad, base) ?? []);
  // Sorts pods by position, with separate ads after them.
  ads.sort((a, b) => (a.sequence || Infinity) - (b.sequence || Infinity) || 0);
  return { ads, errors: addresses(children(root, 'Error'), base) };
}

function readAd(ad: Element, base: string): VastAd | undefined {
  const body = child(ad, 'InLine') ?? child(ad, 'Wrapper');
  // Visual ads are not an answer to a request for audio.
  if (!body || /^(?:video|hybrid)$/i.test(ad.getAttribute('adType')?.trim() ?? '')) return undefined;
  const isWrapper = body.localName === 'Wrapper';
  const creatives = children(child(body, 'Creatives'), 'Creative');
  const linears = creatives.flatMap((creative) => children(creative, 'Linear'));
  // An ad has one; a wrapper tracks every ad that it leads to.
  const linear = isWrapper ? linears : linears.slice(0, 1);
  const clicks = linear.map((part) => child(part, 'VideoClicks'));
  const tracking: Tracking = {};
  const progress: VastAd['progress'] = [];
  for (const element of linear
    .flatMap((part) => children(child(part, 'TrackingEvents'), 'Tracking'))
    .slice(0, mostAddresses * 4)) {
    const url = webAddress(element.textContent, base);
    const event = element.getAttribute('event') ?? '';
    if (!url) continue;
    const at = event === 'progress' ? offsetOf(element.getAttribute('offset')) : null;
    if (at !== null) progress.push({ at, url });
    else (tracking[event] = Object.hasOwn(tracking, event) ? tracking[event]! : []).push(url);
  }
  return {
    id: ad.getAttribute('id') ?? '',
    sequence: Number(ad.getAttribute('sequence')) || 0,
    title: child(body, 'AdTitle')?.textContent?.trim().slice(0, 200) ?? '',
    impressions: addresses(children(body, 'Impression'), base),
    errors: addresses(children(body, 'Error'), base),
    wrapped: isWrapper ? webAddress(child(body, 'VASTAdTagURI')?.textContent, base) : '',
    followsWrappers: !/^(?:false|0)$/i.test(body.getAttribute('followAdditionalWrappers') ?? ''),
    duration: offsetOf(child(linear[0], 'Duration')?.textContent) ?? 0,
    skipOffset: offsetOf(linear[0]?.getAttribute('skipoffset')),
    tracking,
    progress,
    media: soundsOf(
      linear
        .flatMap((part) => children(child(part, 'MediaFiles'), 'MediaFile'))
        .flatMap((file) => readMedia(file, base) ?? []),
    ),
    clickThrough: webAddress(child(clicks[0], 'ClickThrough')?.textContent, base),
    clickTracking: addresses(
      clicks.flatMap((part) => children(part, 'ClickTracking')),
      base,
    ),
  };
}

/** Files of sound where there are some; else what may hold sound alone. */
function soundsOf(media: MediaFile[]): MediaFile[] {
  const sounds = media.filter(({ type }) => type.startsWith('audio/'));
  return sounds.length ? sounds : media;
}

function readMedia(file: Element, base: string): MediaFile | undefined {
  const url = webAddress(file.textContent, base);
  const type = file.getAttribute('type')?.trim().toLowerCase() ?? '';
  // A file that is a program (VPAID) is marked here; one that streams cannot be played by every browser.
  const isProgram =
    (file.getAttribute('apiFramework') ?? '') !== '' || file.getAttribute('delivery') === 'streaming';
  const isSound = type.startsWith('audio/') || (type === 'video/mp4' && !hasPictures(file));
  if (!url || isProgram || !isSound) return undefined;
  return { url, type, bitrate: Number(file.getAttribute('bitrate')) || 0 };
}

/** Servers label audio in MP4 as video; real video has a size. */
const hasPictures = (file: Element): boolean =>
  ['width', 'height'].every((side) => Number(file.getAttribute(side)) > 1);

/** kbit/s that speech and jingles need and a telephone network bears. */
const wantedBitrate = 128;

/**
 * The files that can be played, the best first: surely playable before perhaps, then nearest to 128 kbit/s.
 */
export function playableMedia(media: MediaFile[], canPlay: (type: string) => string): MediaFile[] {
  const rank = ({ type }: MediaFile): number => ['', 'maybe', 'probably'].indexOf(canPlay(type));
  const distance = ({ bitrate }: MediaFile): number =>
    bitrate ? Math.abs(bitrate - wantedBitrate) : wantedBitrate;
  return media
    .filter((file) => rank(file) > 0)
    .sort((a, b) => rank(b) - rank(a) || distance(a) - distance(b));
}

/**
 * Merges a wrapper into its ad: the wrapper's tracking is added to the ad's, and its click settings apply if
 * the ad has none.
 */
export function wrap(wrapper: VastAd, inner: VastAd): VastAd {
  const tracking: Tracking = { ...inner.tracking };
  for (const [event, urls] of Object.entries(wrapper.tracking))
    tracking[event] = [...urls, ...(tracking[event] ?? [])];
  return {
    ...inner,
    impressions: [...wrapper.impressions, ...inner.impressions],
    errors: [...wrapper.errors, ...inner.errors],
    tracking,
    progress: [...wrapper.progress, ...inner.progress],
    clickThrough: inner.clickThrough || wrapper.clickThrough,
    clickTracking: [...wrapper.clickTracking, ...inner.clickTracking],
  };
}

/** Fills in what is known; what is not is -1, as VAST 4.1 has it. */
export function fillMacros(url: string, values: Record<string, string | number>): string {
  const known: Record<string, string | number> = {
    TIMESTAMP: new Date().toISOString(),
    CACHEBUSTING: String(Math.floor(Math.random() * 90_000_000) + 10_000_000),
    ADTYPE: 'audio',
    PLAYERSTATE: '',
    VASTVERSIONS: '2,3,5,6,7,8,11,12',
    ...values,
  };
  return url.replace(
    /\[([A-Z]{3,40})\]|%%([A-Z]{3,40})%%/g,
    (_, bracketed: string | undefined, percent: string | undefined) =>
      encodeURIComponent(known[(bracketed ?? percent)!] ?? -1),
  );
}

/** Clock time, as VAST's macros tell positions: `00:00:07.250`. */
export function clockTime(seconds: number): string {
  const pad = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${pad(seconds / 3600)}:${pad((seconds / 60) % 60)}:${pad(seconds % 60)}.${String(Math.floor((seconds % 1) * 1000)).padStart(3, '0')}`;
}

const children = (parent: Element | null | undefined, name: string): Element[] =>
  parent ? Array.from(parent.children).filter(({ localName }) => localName === name) : [];
const child = (parent: Element | null | undefined, name: string): Element | undefined =>
  children(parent, name)[0];
const addresses = (elements: Element[], base: string): string[] =>
  elements.slice(0, mostAddresses).flatMap(({ textContent }) => webAddress(textContent, base) || []);
