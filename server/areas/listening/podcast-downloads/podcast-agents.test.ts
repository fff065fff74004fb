import { expect, test } from 'vitest';
import { podcastAgentOf } from './podcast-agents.ts';

test.each([
  ['Podcasts/1650.20 CFNetwork/1333.0.4 Darwin/21.5.0', 'Apple Podcasts', ''],
  ['AppleCoreMedia/1.0.0.19F77 (iPhone; U; CPU OS 15_5 like Mac OS X; en_us)', 'Apple Core Media', 'phone'],
  ['AppleCoreMedia/1.0.0.17L256 (HomePod; U; CPU OS 13_0 like Mac OS X)', 'Apple Core Media', 'speaker'],
  ['Spotify/8.7.30 Android/30 (SM-G973F)', 'Spotify', 'phone'],
  ['Overcast/3.0 (+http://overcast.fm/; iOS podcast app)', 'Overcast', 'phone'],
  ['Pocket Casts', 'Pocket Casts', ''],
  ['AntennaPod/3.4.0', 'AntennaPod', ''],
  ['PodcastAddict/v5 (+https://podcastaddict.com/; Android podcast app)', 'Podcast Addict', 'phone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0', 'Firefox', 'computer'],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/17.0 Safari/604.1',
    'Safari',
    'tablet',
  ],
  ['okhttp/4.12.0', '', 'phone'],
  ['SomethingNew/2.1 CFNetwork/1410 Darwin/22.6.0', '', ''],
])('%s is %s', (userAgent, app, device) => {
  expect(podcastAgentOf(userAgent)).toEqual({ app, device });
});

test.each([
  undefined,
  '',
  'x'.repeat(1_025),
  'Overcast/1.0 Podcast Sync (123 subscribers; feed-id=456; +http://overcast.fm/)',
  'Spotify/1.0',
  'iTMS',
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'PodcastIndex.org/Aggregator (+https://podcastindex.org)',
  'curl/8.5.0',
  'python-requests/2.32.0',
  'AppleCoreMedia/1.0.0.18S830 (Apple Watch; U; CPU OS 7_6 like Mac OS X; en_us)',
])('%s is not counted as a listener', (userAgent) => {
  expect(podcastAgentOf(userAgent)).toBeNull();
});
