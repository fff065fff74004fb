/**
 * Pages that embed the player and break it must not break themselves, nor, as far as that is possible, the
 * player.
 */
import { expect, plays, players, stateOf, test } from './player-page.ts';

const play = /^Play:/;
/** A page whose own scripts may run, as those of old pages do. */
const open = { headers: { 'content-security-policy': '' } };

test('style sheets of the page do not affect the player', async ({ page, stage }) => {
  stage.configure('unset', stage.config());
  stage.publisher.set('/hostile.css', {
    headers: { 'content-type': 'text/css' },
    body: `*, *::before, *::after { all: unset; } * { display: inline; font-size: 3px !important; color: red; visibility: visible; } button, input, div { display: none !important; }
      .parlance-player { display: block !important; } div { width: 0; height: 0; overflow: hidden; }`,
  });
  await page.goto(stage.page('/plain', stage.embed('unset')));
  const box = await players(page).boundingBox();
  await page.goto(
    stage.page('/unset', stage.embed('unset'), { head: '<link rel="stylesheet" href="/hostile.css">' }),
  );
  await expect(players(page).getByRole('button', { name: play })).toBeVisible();
  expect((await players(page).boundingBox())!.height).toBe(box!.height);
  // The player's own size for little room, because such a page leaves it none.
  expect(
    await players(page)
      .locator('.cta')
      .evaluate((node) => getComputedStyle(node).fontSize),
  ).toBe('13px');
});

const hostileScripts: Record<string, string> = {
  'patched prototypes': `
    Array.prototype.contains = function () { return true; }; Object.prototype.extend = function () { throw new Error('mine'); };
    String.prototype.format = 1; Element.prototype.remove = function () { this.parentNode && this.parentNode.removeChild(this); };
    Array.prototype.toJSON = function () { return 'prototype.js'; };
    var add = Element.prototype.setAttribute; Element.prototype.setAttribute = function (n, v) { return add.call(this, n, v); };
    window.setTimeout = (function (real) { return function (f, t) { return real(f, t); }; })(window.setTimeout);
    console.warn = function () { throw new Error('no console'); };`,
  'jQuery 1 and its kind': `
    window.$ = window.jQuery = function () { return { ready: function (f) { f(jQuery); } }; }; jQuery.fn = { jquery: '1.4.2' };
    Array.prototype.indexOf = function (x) { for (var i = 0; i < this.length; i++) if (this[i] == x) return i; return -1; };
    Function.prototype.bind = function (o) { var f = this; return function () { return f.apply(o, arguments); }; };
    window.define = function () { throw new Error('no module'); }; window.define.amd = {}; window.require = {}; window.module = {}; window.exports = {};`,
  'a clock that is a year off': `
    var Real = Date; Date = function () { return new Real(Real.now() + 365 * 864e5); }; Date.now = function () { return Real.now() - 365 * 864e5; }; Date.prototype = Real.prototype;`,
  'storage that is refused': `
    ['localStorage', 'sessionStorage'].forEach(function (name) { Object.defineProperty(window, name, { get: function () { throw new DOMException('denied', 'SecurityError'); } }); });`,
};

for (const [what, script] of Object.entries(hostileScripts))
  test(`the player plays on a page with ${what}`, async ({ page, stage }) => {
    stage.configure('hostile', stage.config({ channel: { version: 3 } }));
    stage.publisher.set('/hostile.js', { headers: { 'content-type': 'text/javascript' }, body: script });
    await page.goto(
      stage.page('/hostile', stage.embed('hostile'), {
        ...open,
        head: '<script src="/hostile.js"></script>',
      }),
    );
    await players(page).getByRole('button', { name: play }).click();
    await plays(page, 'first');
    await expect.poll(async () => (await stateOf(players(page)))['time'] as number).toBeGreaterThan(0);
  });

const breaking: Record<string, string> = {
  'no audio': `window.Audio = function () { throw new Error('no audio'); };`,
  'no custom elements': `customElements.define = function () { throw new Error('none'); };`,
  'no shadow': `Element.prototype.attachShadow = function () { throw new Error('none'); };`,
  'no fetch': `window.fetch = function () { throw new Error('none'); };`,
  'an audio that throws': `HTMLMediaElement.prototype.play = function () { throw new Error('none'); };`,
  'an observer that throws': `window.IntersectionObserver = function () { throw new Error('none'); };`,
  'a promise of its own': `Promise.prototype.then = (function (then) { return function (a, b) { return then.call(this, a, b); }; })(Promise.prototype.then); window.fetch = function () { return { then: function () { throw new Error('mine'); } }; };`,
};

for (const [what, script] of Object.entries(breaking))
  test(`the player causes no exception on the page with ${what}`, async ({ page, stage }) => {
    stage.configure('breaking', stage.config());
    stage.publisher.set('/breaking.js', { headers: { 'content-type': 'text/javascript' }, body: script });
    await page.goto(
      stage.page('/breaking', `${stage.embed('breaking')}<button id="own">The page's own</button>`, {
        ...open,
        head: '<script src="/breaking.js"></script>',
      }),
    );
    await page.waitForLoadState('networkidle');
    const button = players(page).getByRole('button', { name: play });
    if (await button.count()) await button.click();
    await page.locator('#own').click();
    // `complaints` are the page's errors.
  });

test('errors of the player’s listeners are hidden from the page', async ({ page, stage }) => {
  stage.configure('listener', stage.config());
  await page.goto(stage.page('/listener', stage.embed('listener')));
  await players(page).evaluate((element) => {
    (element as never as { store: { on(type: string, listener: () => void): void } }).store.on('play', () => {
      throw new Error('mine');
    });
  });
  await players(page).getByRole('button', { name: play }).click();
  await plays(page, 'first');
});

test('the player fits into 320 pixels in quirks mode, right to left', async ({ page, stage }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const item = stage.item({ title: 'ميناء المدينة يستيقظ قبل أن تستيقظ المدينة نفسها' });
  for (const version of [2, 3, 4] as const) {
    stage.configure(`small-${version}`, stage.config({ channel: { version }, items: [item] }));
    await page.goto(
      stage.page('/quirks', stage.embed(`small-${version}`), { doctype: '', html: 'dir="rtl" lang="ar"' }),
    );
    expect(await page.evaluate(() => document.compatMode)).toBe('BackCompat');
    await players(page).getByRole('button', { name: play }).click();
    await plays(page, 'first');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const outside = await players(page).evaluate((element) =>
      [...element.shadowRoot!.querySelectorAll('button, input')]
        .map((node) => ({ name: node.getAttribute('aria-label'), box: node.getBoundingClientRect() }))
        .filter(
          ({ box }) =>
            box.width > 0 && (box.left < 0 || box.right > 320 || box.width < 24 || box.height < 24),
        )
        .map(({ name }) => name),
    );
    expect(outside).toEqual([]);
  }
});

test('the player works with a service worker of the page', async ({ page, stage }) => {
  stage.configure('worker', stage.config());
  stage.publisher.set('/worker.js', {
    headers: { 'content-type': 'text/javascript' },
    body: `self.addEventListener('install', () => self.skipWaiting()); self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
      self.addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`,
  });
  stage.publisher.set('/register.js', {
    headers: { 'content-type': 'text/javascript' },
    body: `navigator.serviceWorker.register('/worker.js');`,
  });
  await page.goto(
    stage.page('/worker', stage.embed('worker'), { ...open, head: '<script src="/register.js"></script>' }),
  );
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  expect(await page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  await players(page).getByRole('button', { name: play }).click();
  await plays(page, 'first');
});

test('the channel’s own style sheet applies only to the player', async ({ page, stage }) => {
  stage.configure(
    'custom',
    stage.config({
      channel: {
        customCss:
          '.cta { color: rgb(1, 2, 3); } h1 { color: rgb(9, 9, 9); } @import "https://example.com/x.css"; .line { background: url(https://example.com/x.png); }',
      },
    }),
  );
  await page.goto(stage.page('/custom', `<h1>Harbour</h1>${stage.embed('custom')}`, open));
  await expect(players(page).locator('.cta')).toHaveCSS('color', 'rgb(1, 2, 3)');
  await expect(page.locator('h1')).not.toHaveCSS('color', 'rgb(9, 9, 9)');
});
