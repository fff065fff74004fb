import { z } from 'zod';
import { webAddressProblem } from '../../../../text/web-address.ts';
import { urlMaxCharacters } from '../../../../product.ts';
import {
  choice,
  flag,
  settingGroup,
  settingsSchema,
  text,
  wholeNumber,
} from '../../../../kernel/settings.ts';
import { introOutroSettings } from './intro-outro-settings.ts';
import { podcastCategories } from './categories.ts';
import { channelKind } from './kind.ts';
import { channelMessages } from '../messages.ts';
import { kernelMessages } from '../../../../kernel/messages.ts';

const address = (description: string) =>
  text({ description, default: null, max: urlMaxCharacters, format: 'address', check: webAddressProblem });
const descriptionMaxBytes = 4_000;

const show = settingGroup(
  {
    title: text({ description: 'Title of the podcast.', default: '', min: 1, max: 255 }),
    description: text({
      description: `What the podcast is about; at most ${descriptionMaxBytes} bytes.`,
      default: '',
      max: descriptionMaxBytes,
      format: 'lines',
      check: (value) =>
        Buffer.byteLength(value) > descriptionMaxBytes
          ? channelMessages.DESCRIPTION_TOO_LARGE({ most: descriptionMaxBytes })
          : null,
    }),
    category: text({
      description: 'Category in Apple Podcasts. Null if none yet.',
      default: null,
      format: 'category',
    }),
    subCategory: text({
      description: 'Subcategory in Apple Podcasts. Null if none.',
      default: null,
      format: 'category',
    }),
    artwork: text({
      description: 'Tag of an uploaded image: square, 1400 to 3000 pixels wide. Null if none yet.',
      default: null,
      format: 'image',
    }),
    author: text({
      description: "Author of the podcast, as apps show it. Null for the project's name.",
      default: null,
      max: 255,
    }),
    ownerName: text({
      description: 'Person or company that directories contact. Null for the author.',
      default: null,
      max: 255,
    }),
    ownerEmail: text({
      description:
        'Email address that directories use to verify the owner. Public in the feed. Null if none.',
      default: null,
      format: 'email',
      check: (value) => (z.email().max(254).safeParse(value).success ? null : kernelMessages.NOT_AN_EMAIL()),
    }),
    link: address("Page of the podcast on the web. Null for the project's main URL."),
    language: text({
      description: "BCP 47 language tag. Null for the language of the project's voice.",
      default: null,
      max: 35,
      check: (value) =>
        /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value) ? null : channelMessages.NOT_A_LANGUAGE(),
    }),
    copyright: text({ description: 'Copyright notice. Null if none.', default: null, max: 500 }),
    explicit: flag({ description: 'Whether the podcast has explicit content.' }),
    episodeType: choice(['episodic', 'serial'], {
      description:
        'Whether episodes are meant to be played newest first (`EPISODIC`) or in order (`SERIAL`).',
      default: 'episodic',
    }),
    medium: choice(['podcast', 'audiobook', 'newsletter', 'blog'], {
      description: 'Kind of feed shown in apps.',
      default: 'podcast',
    }),
    complete: flag({ description: 'Whether no more episodes will follow.' }),
  },
  ({ category, subCategory }) => {
    const known = podcastCategories.find(({ name }) => name === category);
    return {
      category: category !== null && !known && channelMessages.UNKNOWN_CATEGORY(),
      subCategory:
        subCategory !== null &&
        !known?.subcategories.includes(subCategory) &&
        channelMessages.UNKNOWN_SUBCATEGORY(),
    };
  },
);

const grouping = settingGroup({
  groupingType: choice(['daily', 'weekly', 'group'], {
    description:
      'Which articles are combined in one episode: those of a day, those of a week, or every ' +
      '`groupingAmount` articles. Null if each article is an episode.',
    default: null,
  }),
  groupingAmount: wholeNumber({
    description: 'Number of articles in an episode when `groupingType` is `GROUP`.',
    default: 10,
    min: 1,
    max: 100,
  }),
});

const directories = settingGroup({
  locked: flag({
    description: 'Whether other podcast hosts are asked not to import the feed.',
    default: true,
  }),
  persons: text({
    description:
      'People of the podcast, one per line: name, role and URL, separated by vertical bars, such ' +
      'as `Ada Smith|host|https://example.com/ada`. Null if none.',
    default: null,
    max: 4_000,
    format: 'lines',
  }),
  podroll: text({
    description: 'Podcasts that this one recommends, one per line: feed URL or podcast GUID. Null if none.',
    default: null,
    max: 10_000,
    format: 'lines',
    check: (value) => (value.split('\n').length > 50 ? channelMessages.TOO_MANY_LINES({ most: 50 }) : null),
  }),
  fundingUrl: address('Page where listeners can support the podcast. Null for none.'),
  fundingText: text({
    description: 'Text of the link to `fundingUrl`. Null for the default.',
    default: null,
    max: 128,
  }),
  podcastGuid: text({
    description: 'GUID that the podcast had before it moved here. Null to derive one from the feed URL.',
    default: null,
    check: (value) => (z.guid().safeParse(value).success ? null : kernelMessages.NOT_A_UUID()),
  }),
  newFeedUrl: address(
    'URL that the podcast has moved to: the feed announces it, then redirects there. Null if it has not moved.',
  ),
  verification: text({
    description: 'Text that a directory uses to verify that the feed is yours. Null if none.',
    default: null,
    max: 4_000,
  }),
  hub: address('WebSub hub that notifies apps of new episodes immediately. Null for none.'),
  appleUrl: address('Page of the podcast in Apple Podcasts. Null for none yet.'),
  spotifyUrl: address('Page of the podcast on Spotify. Null for none yet.'),
  youtubeUrl: address('Page of the podcast on YouTube Music. Null for none yet.'),
  amazonUrl: address('Page of the podcast on Amazon Music. Null for none yet.'),
});

export const podcast = channelKind({
  type: 'podcast',
  rank: 2,
  description: 'A podcast: a public feed with an episode for each article, or for several combined.',
  path: 'podcast',
  feature: 'podcast',
  publishes: 'episodes',
  publicPath: (slug) => `/podcast/${slug}`,
  settings: settingsSchema(show, introOutroSettings, grouping, directories),
  nameSetting: 'title',
  categories: podcastCategories,
});
