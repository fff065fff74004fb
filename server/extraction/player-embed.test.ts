import { expect, test } from 'vitest';
import { readPlayerEmbed } from './player-embed.ts';

const url = 'https://gazette.example/news/harbour';
const loader = '<script async src="https://audio.example.com/player/loader.js"></script>';
const read = (html: string, selector: string | null = null) => readPlayerEmbed(html, url, { selector });

test('a page with the embed code', () => {
  const embed = read(`<!doctype html><html><head><title> The harbour
    wakes </title><link rel="canonical" href="/news/harbour"><meta property="og:url" content="https://gazette.example/amp/harbour">
    <meta http-equiv="Content-Security-Policy" content="script-src https:"></head>
    <body><main id="content"><article class="post full"><h1>The harbour wakes</h1>
    <div class="parlance-player" data-channel="daily-news" data-url="../harbour"></div>${loader}</article></main></body></html>`);
  expect(embed).toEqual({
    title: 'The harbour wakes',
    canonical: url,
    openGraphUrl: 'https://gazette.example/amp/harbour',
    isAmp: false,
    policies: ['script-src https:'],
    scripts: [{ url: 'https://audio.example.com/player/loader.js', nonce: null, place: 'page', hold: null }],
    containers: [
      {
        place: 'page',
        path: 'body › main#content › article.post',
        channel: 'daily-news',
        article: null,
        externalId: null,
        url: 'https://gazette.example/harbour',
        base: null,
        isHidden: false,
      },
    ],
    frames: [],
    tagManagers: [],
    isAddedByScript: false,
    placements: null,
  });
});

test.each([
  ['noscript', `<noscript>${loader}<div class="parlance-player" data-channel="a"></div></noscript>`],
  ['template', `<template>${loader}<div class="parlance-player" data-channel="a"></div></template>`],
  [
    'shadow',
    `<x-story><template shadowrootmode="open">${loader}<div class="parlance-player" data-channel="a"></div></template></x-story>`,
  ],
])('what is in a %s', (place, html) => {
  const { scripts, containers } = read(`<body>${html}</body>`);
  expect(scripts.map((script) => script.place)).toEqual([place]);
  expect(containers.map((container) => container.place)).toEqual([place]);
});

test('the element is found in a shadow tree, and has other names for its attributes', () => {
  const { containers } = read(
    '<x-a><template shadowrootmode=open><parlance-player channel="a" external-id="7"></parlance-player></template></x-a>',
  );
  expect(containers).toMatchObject([{ place: 'page', channel: 'a', externalId: '7' }]);
});

test.each([
  ['<script type="text/plain" data-cookieconsent="statistics" src="/player/loader.js"></script>', 'consent'],
  ['<script type="text/plain" class="optanon-category-C0002" src="/player/loader.js"></script>', 'consent'],
  [
    '<script type="text/plain" data-usercentrics="Parlance" data-src="/player/loader.js"></script>',
    'consent',
  ],
  ['<script type="rocketlazyloadscript" data-rocket-src="/player/loader.js"></script>', 'delay'],
  ['<script type="litespeed/javascript" data-src="/player/loader.js"></script>', 'delay'],
  ['<script type="module" src="/player/loader.js"></script>', null],
  ['<script type="text/javascript" src="/player/loader.js?ver=6.4"></script>', null],
])('%s', (html, hold) => {
  expect(read(html).scripts.map((script) => script.hold)).toEqual([hold]);
});

test.each([
  [
    "<script>const s = document.createElement('script'); s.src = 'https://audio.example.com/player/loader.js'</script>",
  ],
  [
    '<script>self.__next_f.push([1,"{\\"src\\":\\"https:\\/\\/audio.example.com\\/player\\/loader.js\\"}"])</script>',
  ],
  ["<script>Parlance.mount(place, { channel: 'a' })</script>"],
])('%s adds it in the browser', (html) => {
  expect(read(html)).toMatchObject({ isAddedByScript: true, scripts: [] });
});

test('tag managers, hidden containers, frames, AMP and what the placement finds', () => {
  const embed = read(
    `<html amp><head><script>(function(w,d){d.src='https://www.googletagmanager.com/gtm.js?id='})()</script></head><body>
     <noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-1"></iframe></noscript>
     <section style="color: red; display: none"><div class="parlance-player" data-channel="a"></div></section>
     <amp-iframe src="https://audio.example.com/player/a/frame?url=x"></amp-iframe></body></html>`,
    'section > div, h7',
  );
  expect(embed).toMatchObject({
    isAmp: true,
    tagManagers: ['Google Tag Manager'],
    containers: [{ isHidden: true }],
    frames: ['https://audio.example.com/player/a/frame?url=x'],
    placements: 1,
  });
  expect(read('<p>', 'p[').placements).toBeNull();
});

test('nested noscript elements and endless class attributes are read only so far', () => {
  const nested = '<noscript>'.repeat(2_000) + loader + '</noscript>'.repeat(2_000);
  expect(read(nested).scripts).toEqual([]);
  const padded = `<div class="${' '.repeat(400)}story"><div class="parlance-player"></div></div>`;
  expect(read(padded).containers).toMatchObject([{ path: 'body › div' }]);
});
