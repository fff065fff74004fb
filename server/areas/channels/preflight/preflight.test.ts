import { expect, test } from 'vitest';
import { settingsIn } from '../channels/channel-settings.ts';
import { findingsIn, type PreflightInput } from './preflight.ts';
import { channelMessages } from '../channels/messages.ts';
import { preflightMessages } from './messages.ts';

const complete = {
  title: 'The Morning',
  description: 'News, read aloud.',
  category: 'News',
  artwork: 'a'.repeat(40),
  ownerEmail: 'ada@gazette.example',
  hub: 'https://hub.example/',
};
const check = (settings: object = {}, more: Partial<PreflightInput> = {}) =>
  findingsIn({
    settings: settingsIn('podcast', { ...complete, ...settings }),
    artworkProblem: null,
    publicUrl: 'https://audio.example',
    episodes: 3,
    reserved: false,
    ...more,
  });

test('a complete podcast is accepted by every directory', () => {
  expect(check()).toEqual([]);
});

test.each([
  ['title', { title: '' }, {}, ['apple', 'spotify', 'psp1']],
  ['title', { title: 'The <b>Morning</b>' }, {}, ['apple']],
  ['description', { description: '' }, {}, ['apple', 'spotify', 'psp1']],
  ['category', { category: null }, {}, ['apple', 'spotify', 'psp1']],
  ['artwork', { artwork: null }, {}, ['apple', 'spotify', 'psp1']],
  ['artwork', {}, { artworkProblem: channelMessages.ARTWORK_ANIMATED() }, ['apple', 'spotify']],
  ['ownerEmail', { ownerEmail: null }, {}, ['spotify']],
  [null, {}, { publicUrl: 'http://audio.example' }, ['apple', 'spotify']],
  [null, {}, { publicUrl: 'https://localhost:4000' }, ['apple', 'spotify', 'psp1']],
  [null, {}, { episodes: 0 }, ['apple', 'spotify']],
  ['persons', { persons: '| host' }, {}, []],
  ['persons', { persons: 'Ada | host | javascript:alert(1)' }, {}, []],
  ['podroll', { podroll: 'https://podnews.net/rss\nnonsense' }, {}, []],
  ['newFeedUrl', { newFeedUrl: 'https://elsewhere.example/' }, {}, []],
  ['complete', { complete: true }, {}, []],
  ['hub', { hub: null }, {}, []],
])('%s: %j %j', (field, settings, more, refusedBy) => {
  expect(check(settings, more)).toEqual([
    expect.objectContaining({ field, refusedBy, message: expect.stringMatching(/^[A-Z].*[.:\w)]$/s) }),
  ]);
});

test('grouped episodes behind a paywall are reported as missing from the feed', () => {
  expect(check({ groupingType: 'daily' }, { reserved: true, episodes: 0 })).toEqual([
    {
      field: 'groupingType',
      refusedBy: ['apple', 'spotify', 'psp1'],
      ...preflightMessages.PODCAST_GROUPED_BEHIND_PAYWALL(),
    },
    { field: null, refusedBy: [], ...preflightMessages.PODCAST_OF_TEASERS() },
  ]);
});
