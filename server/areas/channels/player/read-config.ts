import { product } from '../../../product.ts';
import { databaseTime } from '../../../lib/database/database-clock.ts';
import { instantOf } from '../../../lib/zoned-time.ts';
import type { App } from '../../../kernel/app.ts';
import { displayedPictureUrl } from '../../articles/articles/picture.ts';
import { featuresOf, type PlayerFeature } from '../channels/kinds/player-features.ts';
import type { ChannelSettings } from '../channels/kinds/registry.ts';
import type { PublicChannel } from '../channels/public-channel.ts';
import { publicPlaylist, type PublicItem } from '../playlists/public-items.ts';
import type { PlayerConfig, PlayerItem } from './config-schema.ts';
import { findPlayerTarget } from './find-player-article.ts';
import { playerLanguages } from './generated/player-languages.ts';
import { playerFeaturesWords } from './generated/player-features-words.ts';
import { playerWords } from './generated/player-words.ts';
import { nextArticles } from './next-articles.ts';
import { itemOf } from './player-item.ts';
import type { PlayerChannel, PlayerRequest } from './player-request.ts';
import { podcastLinks } from './podcast-links.ts';
import { sightingsOf } from './player-sightings.ts';
import { pageToken } from './start-page.ts';

/**
 * Returns what a player shows and plays; without items when there is nothing. Generates nothing: for an
 * unknown page of the project's own site a reader's browser gets a token, with which it may start that
 * (`startPage`).
 * @param isReader whether a browser asks, and not a program or a browser that looks ahead
 */
export async function readPlayerConfig(
  app: App,
  channel: PlayerChannel,
  question: PlayerRequest,
  isReader: boolean,
): Promise<PlayerConfig> {
  if (channel.type !== 'player') {
    const config = await playlistConfig(app, channel, isLive(channel));
    if (isReader) noteSighting(app, channel, question.url, config.items);
    return config;
  }
  const { target, page } = await findPlayerTarget(app, channel, question);
  const items = target ? [itemOf(app, channel, target, question)] : [];
  // A page whose own article is not ready plays no other.
  if (target && channel.settings.playNext && items[0]?.state === 'ready')
    items.push(...(await nextArticles(app, channel, target, question)));
  const config = await configOf(app, channel, items);
  if (page !== null) config.pageToken = await pageToken(app, channel, page, isReader);
  if (isReader && config.pageToken === null)
    noteSighting(app, channel, question.url ?? target?.article.url, items);
  return config;
}

/** Notes on which page a player was met, and whether it found something to play. */
function noteSighting(
  app: App,
  { id }: PlayerChannel,
  address: string | null | undefined,
  items: readonly PlayerItem[],
): void {
  if (!address) return;
  const sightings = sightingsOf(app);
  if (items.some(({ state }) => state !== 'gone')) sightings.seen(id, address);
  else sightings.missed(id, address);
}

/** Words of the channel's own: none. */
const noTexts = { playButton: '', pauseButton: '', speedSettingsTitle: '', speedSettingsBackButton: '' };

/** The configuration of a web player with these items. @param channel its settings need not be saved */
export async function configOf(
  app: App,
  channel: PublicChannel<'player'>,
  items: PlayerItem[],
): Promise<PlayerConfig> {
  const { settings, project, id, slug } = channel;
  const {
    version,
    cta,
    color,
    bordered,
    background,
    colorScheme,
    customCssEnabled,
    customCss,
    disableAutoload,
    action,
    selector,
  } = settings;
  const { playButton, pauseButton, speedSettingsTitle, speedSettingsBackButton } = settings;
  // Other versions speak the listener's language, and their forms have no such fields.
  const own = version === 4;
  return {
    channel: {
      id,
      slug,
      kind: 'player',
      version: version as 2 | 3 | 4,
      cta: items[0]?.teaser ? project.paywallCTA : cta,
      color,
      bordered,
      background: background as 'transparent' | '#fff',
      scheme: colorScheme as PlayerConfig['channel']['scheme'],
      texts: own ? { playButton, pauseButton, speedSettingsTitle, speedSettingsBackButton } : noTexts,
      placement: {
        action: action as PlayerConfig['channel']['placement']['action'],
        selector: selector ?? '',
      },
      customCss: customCssEnabled ? customCss : null,
      disableAutoload,
      opened: false,
      features: featuresOf(settings),
    },
    ...(await common(app, channel, featuresOf(settings))),
    consent: consentOf(app, settings, {
      placeholder:
        version !== 2 &&
        ((settings.provider === 'consentmanager' && settings.enableCmpPlaceholder) ||
          (settings.provider === 'iab' && settings.enableIabPlaceholder)),
      message: settings.cmpPlaceholderMessage,
    }),
    sounds: { intro: null, next: null, outro: null },
    items,
    ads: await adsOf(app, channel),
  };
}

/**
 * The configuration of a playlist player with these playlists. @param channel its settings need not be saved
 * @param ids of its project alone
 */
export async function playlistConfig(
  app: App,
  channel: PublicChannel<'playlistPlayer'>,
  ids: readonly number[],
): Promise<PlayerConfig> {
  const { settings, id, slug } = channel;
  const found = await Promise.all(ids.map((playlist) => publicPlaylist(app, playlist)));
  const playlists = found
    .filter((playlist) => playlist !== null)
    .filter(({ projectId }) => projectId === channel.projectId);
  const sound = (files: string[] | undefined): string | null =>
    files?.[0] ? audioAddress(app, files[0]) : null;
  const [first] = playlists;
  return {
    channel: {
      id,
      slug,
      kind: 'playlistPlayer',
      version: 3,
      cta: settings.cta,
      color: settings.color,
      bordered: true,
      background: '#fff',
      scheme: settings.colorScheme as PlayerConfig['channel']['scheme'],
      texts: noTexts,
      placement: { action: 'none', selector: '' },
      customCss: null,
      disableAutoload: false,
      opened: settings.opened,
      features: featuresOf(settings),
    },
    ...(await common(app, channel, featuresOf(settings))),
    consent: consentOf(app, settings, { placeholder: false, message: '' }),
    sounds: { intro: sound(first?.intro), next: sound(first?.next), outro: sound(playlists.at(-1)?.outro) },
    items: playlists.flatMap(({ projectId, items }) =>
      items.flatMap((item) => playlistItem(app, channel, projectId, item)),
    ),
    ads: await adsOf(app, channel),
  };
}

/**
 * What a playlist player plays of an item of a playlist; null: nothing, for it is for subscribers and has no
 * teaser.
 */
export function publicAudioOfItem(
  { paywall, securityEnabled }: Pick<PlayerChannel['project'], 'paywall' | 'securityEnabled'>,
  item: Pick<PublicItem, 'articleId' | 'file' | 'durationMs' | 'teaser'>,
): { file: string; durationMs: number | null; isTeaser: boolean } | null {
  const { articleId, teaser, file, durationMs } = item;
  const guarded = articleId !== null && (paywall || securityEnabled);
  if (!guarded) return { file, durationMs, isTeaser: false };
  if (teaser) return { ...teaser, isTeaser: true };
  return securityEnabled ? null : { file, durationMs, isTeaser: false };
}

/** Returns an item of a playlist; nothing if it has no audio. */
function playlistItem(
  app: App,
  { project }: PlayerChannel,
  projectId: number,
  item: PublicItem,
): PlayerItem[] {
  const { articleId, title, imageUrl } = item;
  const heard = publicAudioOfItem(project, item);
  if (heard === null) return [];
  const { file, durationMs, isTeaser } = heard;
  return [
    {
      id: articleId ?? 0,
      projectId,
      externalId: null,
      title,
      url: null,
      audio: audioAddress(app, file),
      au: file,
      durationMs: durationMs ?? 0,
      state: 'ready',
      teaser: isTeaser,
      highlight: null,
      transcript: null,
      image: displayedPictureUrl(imageUrl) ?? imageAddress(app, project.cover),
      chapters: [],
    },
  ];
}

/** Ids of the playlists that are published at this moment, by the clocks of the organization. */
export function isLive(
  {
    settings: { playlists },
    project: { timezone },
  }: {
    settings: Pick<ChannelSettings<'playlistPlayer'>, 'playlists'>;
    project: Pick<PlayerChannel['project'], 'timezone'>;
  },
  at = databaseTime(),
): number[] {
  return playlists
    .filter(
      ({ goesLiveAt, publishedUntil }) =>
        goesLiveAt !== null &&
        instantOf(goesLiveAt, timezone) <= at &&
        (publishedUntil === null || at < instantOf(publishedUntil, timezone)),
    )
    .map(({ id }) => id);
}

export const audioAddress = ({ config }: App, file: string): string =>
  `${config.publicUrl}/download/audio/${file}.mp3`;
export const imageAddress = ({ config }: App, tag: string | null): string | null =>
  tag === null ? null : `${config.publicUrl}/download/image/${tag}`;

/** Voices' languages that readers of another one understand. */
const otherNames: Record<string, PlayerConfig['language']> = { no: 'nb', nn: 'nb' };

async function common(
  app: App,
  { project, projectId }: PlayerChannel,
  features: readonly PlayerFeature[],
): Promise<Pick<PlayerConfig, 'language' | 'words' | 'publisher' | 'podcast' | 'eventsUrl' | 'pageToken'>> {
  const spoken = project.voiceLanguage.toLowerCase().split('-')[0]!;
  const language = playerLanguages.find((one) => one === spoken) ?? otherNames[spoken] ?? 'en';
  return {
    language,
    words:
      features.length > 0
        ? { ...playerWords[language], ...playerFeaturesWords[language] }
        : playerWords[language],
    publisher: project.name,
    podcast: features.includes('subscribe') ? await podcastLinks(app, projectId) : null,
    eventsUrl: `${app.config.publicUrl}/ev`,
    pageToken: null,
  };
}

/** Providers by the names of the settings, and by the player's. */
const providers: Record<string, PlayerConfig['consent']['provider']> = {
  always: 'always',
  never: 'never',
  consentmanager: 'manager',
  iab: 'iab',
};

function consentOf(
  { config: { consent } }: App,
  settings: Pick<ChannelSettings<'player'>, 'provider' | `provider${typeof product.name}Id`>,
  shown: Pick<PlayerConfig['consent'], 'placeholder' | 'message'>,
): PlayerConfig['consent'] {
  const provider = providers[settings.provider] ?? 'never';
  const own = settings[`provider${product.name}Id`];
  const vendorId = Number(own);
  return {
    provider,
    managerId: provider === 'manager' ? (own ?? consent.managerId) : null,
    vendorId:
      provider === 'iab' ? (Number.isInteger(vendorId) && vendorId > 0 ? vendorId : consent.vendorId) : null,
    ...shown,
  };
}

const adProviders = ['rmsi', 'nex360', product.value, 'sevenone', 'google'] as const;

/** The advertisements of a project; null where it has none, or nowhere to ask for them. */
async function adsOf(app: App, { projectId, slug }: PlayerChannel): Promise<PlayerConfig['ads']> {
  const project = await app.db.prisma.project.findUnique({
    where: { id: projectId },
    select: {
      audioAds: true,
      audioAdsProvider: true,
      audioAdsInterval: true,
      audioAdsLength: true,
      audioAdsPublisherId: true,
      audioAdsGoogleTagUrl: true,
      audioTagUrl: true,
    },
  });
  const provider = adProviders.find((known) => known === project?.audioAdsProvider);
  if (!project?.audioAds || !provider) return null;
  const given = provider === 'google' ? project.audioAdsGoogleTagUrl : project.audioTagUrl;
  const tag = provider === product.value ? `${app.config.publicUrl}/ads/${slug}/vast` : given;
  if (!tag || !URL.canParse(tag)) return null;
  return {
    provider,
    tags: [tag.replaceAll('[PUBLISHERID]', encodeURIComponent(project.audioAdsPublisherId ?? ''))],
    interval: project.audioAdsInterval,
    lengthS: project.audioAdsLength,
  };
}
