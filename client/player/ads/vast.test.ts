// @vitest-environment jsdom
import { expect, test } from 'vitest';
import {
  clockTime,
  fillMacros,
  offsetOf,
  offsetSeconds,
  playableMedia,
  readVast,
  webAddress,
  wrap,
  type VastError,
} from './vast.ts';

const read = (text: string) =>
  readVast(new DOMParser().parseFromString(text, 'text/xml'), 'https://ads.example/tag');
const codeOf = (text: string): number => {
  try {
    read(text);
  } catch (error) {
    return (error as VastError).code;
  }
  return 0;
};

const inline = `<?xml version="1.0"?>
<VAST version="4.1" xmlns="http://www.iab.com/VAST">
  <Ad id="one" adType="audio"><InLine><AdSystem>x</AdSystem><AdTitle><![CDATA[ Shoes ]]></AdTitle>
    <Impression><![CDATA[https://t.example/imp?c=[CACHEBUSTING]]]></Impression><Impression>javascript:alert(1)</Impression>
    <Error><![CDATA[https://t.example/err/[ERRORCODE]]]></Error>
    <Creatives><Creative><Linear skipoffset="00:00:05">
      <Duration>00:00:15.500</Duration>
      <TrackingEvents>
        <Tracking event="start">https://t.example/start</Tracking><Tracking event="start">https://t.example/start2</Tracking>
        <Tracking event="progress" offset="10%">https://t.example/p10</Tracking><Tracking event="progress" offset="00:00:03">https://t.example/p3</Tracking>
        <Tracking event="complete">data:text/html,x</Tracking><Tracking event="constructor">https://t.example/c</Tracking>
      </TrackingEvents>
      <VideoClicks><ClickThrough>https://shop.example/</ClickThrough><ClickTracking>https://t.example/click</ClickTracking></VideoClicks>
      <MediaFiles>
        <MediaFile delivery="progressive" type="audio/mpeg" bitrate="320">https://c.example/320.mp3</MediaFile>
        <MediaFile delivery="progressive" type="audio/mpeg" bitrate="128">//c.example/128.mp3</MediaFile>
        <MediaFile delivery="streaming" type="audio/mpeg">https://c.example/stream</MediaFile>
        <MediaFile delivery="progressive" type="video/mp4">https://c.example/v.mp4</MediaFile>
        <MediaFile apiFramework="VPAID" type="audio/mpeg">https://c.example/program.js</MediaFile>
      </MediaFiles></Linear></Creative></Creatives></InLine></Ad>
  <Ad id="eyes" adType="video"><InLine><Creatives/></InLine></Ad>
</VAST>`;

test('audio in MP4 labeled as video is used if there is no other, images are not', () => {
  const media = (...files: string[]) =>
    read(
      inline.replace(/<MediaFiles>[\s\S]*<\/MediaFiles>/, `<MediaFiles>${files.join('')}</MediaFiles>`),
    ).ads[0]!.media.map(({ url }) => url);
  const file = (name: string, attributes = ''): string =>
    `<MediaFile delivery="progressive" type="video/mp4" ${attributes}>https://c.example/${name}</MediaFile>`;
  expect(
    media(file('sound', 'width="0" height="0"'), file('bare'), file('film', 'width="640" height="360"')),
  ).toEqual(['https://c.example/sound', 'https://c.example/bare']);
  expect(media(file('sound'), '<MediaFile type="audio/mpeg">https://c.example/a.mp3</MediaFile>')).toEqual([
    'https://c.example/a.mp3',
  ]);
});

test('parses an ad with its tracking events and their times', () => {
  const { ads } = read(inline);
  expect(ads).toHaveLength(1);
  expect(ads[0]).toMatchObject({
    id: 'one',
    title: 'Shoes',
    impressions: ['https://t.example/imp?c=[CACHEBUSTING]'],
    errors: ['https://t.example/err/[ERRORCODE]'],
    duration: 15.5,
    skipOffset: 5,
    tracking: {
      start: ['https://t.example/start', 'https://t.example/start2'],
      constructor: ['https://t.example/c'],
    },
    progress: [
      { at: -0.1, url: 'https://t.example/p10' },
      { at: 3, url: 'https://t.example/p3' },
    ],
    clickThrough: 'https://shop.example/',
    clickTracking: ['https://t.example/click'],
    media: [
      { url: 'https://c.example/320.mp3', type: 'audio/mpeg', bitrate: 320 },
      { url: 'https://c.example/128.mp3', type: 'audio/mpeg', bitrate: 128 },
    ],
  });
});

test('the file of a playable type nearest to 128 kbit/s comes first', () => {
  const [ad] = read(inline).ads;
  const files = [
    ...ad!.media,
    { url: 'o', type: 'audio/ogg', bitrate: 128 },
    { url: 'x', type: 'audio/x-none', bitrate: 128 },
  ];
  const canPlay = (type: string) =>
    type === 'audio/mpeg' ? 'probably' : type === 'audio/ogg' ? 'maybe' : '';
  expect(playableMedia(files, canPlay).map(({ url }) => url)).toEqual([
    'https://c.example/128.mp3',
    'https://c.example/320.mp3',
    'o',
  ]);
});

test('invalid VAST is refused with its error code', () => {
  expect(codeOf('')).toBe(100);
  expect(codeOf('<VAST version="4.1"><Ad>')).toBe(100);
  expect(codeOf('<html/>')).toBe(101);
  expect(codeOf('<VAST/>')).toBe(102);
  expect(codeOf('<VAST version="1.0"/>')).toBe(102);
  expect(codeOf('<VMAP version="1.0"/>')).toBe(101);
  expect(read('<VAST version="2.0"><Error>https://t.example/none</Error></VAST>')).toEqual({
    ads: [],
    errors: ['https://t.example/none'],
  });
});

test('a wrapper adds its tracking to the ad', () => {
  const [inner] = read(inline).ads;
  const [wrapper] =
    read(`<VAST version="3.0"><Ad id="w"><Wrapper followAdditionalWrappers="false"><VASTAdTagURI> https://next.example/tag?a=1 </VASTAdTagURI>
    <Impression>https://w.example/imp</Impression><Error>https://w.example/err</Error><Creatives><Creative><Linear><TrackingEvents>
    <Tracking event="start">https://w.example/start</Tracking></TrackingEvents><VideoClicks><ClickThrough>https://w.example/go</ClickThrough>
    <ClickTracking>https://w.example/click</ClickTracking></VideoClicks></Linear></Creative></Creatives></Wrapper></Ad></VAST>`).ads;
  expect(wrapper).toMatchObject({ wrapped: 'https://next.example/tag?a=1', followsWrappers: false });
  expect(wrap(wrapper!, inner!)).toMatchObject({
    id: 'one',
    impressions: ['https://w.example/imp', 'https://t.example/imp?c=[CACHEBUSTING]'],
    tracking: { start: ['https://w.example/start', 'https://t.example/start', 'https://t.example/start2'] },
    clickThrough: 'https://shop.example/',
    clickTracking: ['https://w.example/click', 'https://t.example/click'],
  });
});

test('plays the ads of a pod in sequence, before standalone ads', () => {
  const ad = (id: string, sequence = '') =>
    `<Ad id="${id}" ${sequence && `sequence="${sequence}"`}><InLine/></Ad>`;
  const { ads } = read(`<VAST version="4.2">${ad('alone')}${ad('b', '2')}${ad('a', '1')}</VAST>`);
  expect(ads.map(({ id }) => id)).toEqual(['a', 'b', 'alone']);
});

test('only HTTP URLs are accepted', () => {
  expect(webAddress(' https://a.example/x?[ERRORCODE] ', 'https://b.example/')).toBe(
    'https://a.example/x?[ERRORCODE]',
  );
  expect(webAddress('/x', 'https://b.example/y')).toBe('https://b.example/x');
  for (const bad of [
    'javascript:alert(1)',
    'JaVaScRiPt:1',
    'data:audio/mpeg;base64,AA',
    'blob:https://a/1',
    'file:///etc/passwd',
    '',
    'http://',
    'https://[',
    `https://a/${'x'.repeat(9000)}`,
  ])
    expect(webAddress(bad, 'https://b.example/'), bad.slice(0, 40)).toBe('');
});

test('offsets, macros and times are parsed', () => {
  expect(['00:01:05.250', '25%', '0%', '100%', '00:00:05', '5', '', '101%', 'x'].map(offsetOf)).toEqual([
    65.25,
    -0.25,
    0,
    -1,
    5,
    null,
    null,
    null,
    null,
  ]);
  expect(offsetSeconds(-0.25, 20)).toBe(5);
  expect(
    fillMacros('https://t/[ERRORCODE]/%%ERRORCODE%%/[UNKNOWNTHING]?u=[PAGEURL]', {
      ERRORCODE: 303,
      PAGEURL: 'https://a/b c',
    }),
  ).toBe('https://t/303/303/-1?u=https%3A%2F%2Fa%2Fb%20c');
  expect(fillMacros('https://t/[CACHEBUSTING]', {})).toMatch(/^https:\/\/t\/\d{8}$/);
  expect(clockTime(3725.25)).toBe('01:02:05.250');
});
