import type { PlayerConfig } from '../../../../player/player-config.ts';
import type { PlayerPreviewQuery$data } from '../../../__generated__/PlayerPreviewQuery.graphql.ts';

/** What the server tells of a player with the settings of a form. */
export type PlayerPreviewData = NonNullable<PlayerPreviewQuery$data['project']>['playerPreview'];

/**
 * Returns the player's configuration for the preview. Its frame has no other element for placement, and
 * statistics, advertisements and consent are for listeners only.
 */
export const configOf = (
  kind: string,
  { look, items, language, words, publisher, podcast, sounds }: PlayerPreviewData,
): PlayerConfig => ({
  channel: {
    ...(look as Pick<PlayerConfig['channel'], keyof typeof look>),
    id: 0,
    slug: 'preview',
    kind: kind as PlayerConfig['channel']['kind'],
    placement: { action: 'none', selector: '' },
  },
  language: language as PlayerConfig['language'],
  words: words as NonNullable<PlayerConfig['words']>,
  publisher,
  consent: { provider: 'never', managerId: null, vendorId: null, placeholder: false, message: '' },
  sounds: { intro: sounds.intro ?? null, next: sounds.next ?? null, outro: sounds.outro ?? null },
  items: items.map(({ url, highlight, transcript, image, ...item }, index) => ({
    ...item,
    id: index + 1,
    projectId: 0,
    externalId: null,
    au: '',
    url: url ?? null,
    state: 'ready',
    teaser: false,
    highlight: highlight ?? null,
    transcript: transcript ?? null,
    image: image ?? null,
    chapters: [],
  })),
  ads: null,
  podcast: podcast ? { page: podcast.page, apps: [...podcast.apps] } : null,
  eventsUrl: null,
  pageToken: null,
});
