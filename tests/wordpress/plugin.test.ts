/** The WordPress plugin in a real WordPress, with a real Parlance and the offline voice, in Chromium. */
import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headlessChromium } from '../../scripts/chromium.ts';
import { patience } from '../../scripts/patience.ts';
import { wordpressPrograms } from '../../scripts/wordpress.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { administrator, startWordPress, type WordPress } from './start-wordpress.ts';

let parlance: TestServer;
let site: WordPress;
let line: Line;
let browser: Browser;
let apiKey: string;
let projectId: number;

/** The way from WordPress to Parlance, which can be cut. */
interface Line {
  url: string;
  isCut: boolean;
  close(): void;
}

async function startLine(target: string): Promise<Line> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    if (own.isCut) return void socket.destroy();
    const further = connect(Number(new URL(target).port), '127.0.0.1');
    for (const end of [socket, further]) {
      open.add(end);
      end.on('error', () => end.destroy()).on('close', () => open.delete(end));
    }
    socket.pipe(further).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own: Line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isCut: false,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
  return own;
}

beforeAll(async () => {
  parlance = await startServer({ worker: true });
  line = await startLine(parlance.url);
  const { organization, maintainer } = await parlance.make.newsroom();
  const project = await parlance.make.project({ organizationId: organization.id, ownerId: maintainer.id });
  projectId = project.id;
  ({ apiKey } = await parlance.make.apiKey(projectId));
  await parlance.make.channel(projectId, { type: 'player', slug: 'daily-example' });
  [site, browser] = await Promise.all([
    startWordPress(),
    chromium.launch({
      executablePath: headlessChromium(),
      args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
    }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  line?.close();
  await parlance?.close();
});

/** Delivers what is due, as WP-Cron does, without waiting for the delay after saving. */
const deliver = () => site.run(`\\Parlance\\hurry_outbox(); \\Parlance\\deliver();`);
const outbox = () =>
  site.run<{ post_id: string; action: string; attempts: string; due_at: string; error: string }[]>(
    `global $wpdb; return $wpdb->get_results("SELECT * FROM {$wpdb->prefix}parlance_outbox ORDER BY id");`,
  );
const publish = (title: string, content: string, more: object = {}) =>
  site.run<number>(`return wp_insert_post($v, true);`, {
    post_title: title,
    post_content: content,
    post_status: 'publish',
    post_author: 1,
    ...more,
  });
const articles = () =>
  parlance.app.db.prisma.article.findMany({ where: { projectId, deletedAt: null }, orderBy: { id: 'asc' } });
const stateOf = (post: number) =>
  site.run<{ code: string; label: string; audio: string; detail: string }>(
    `\\Parlance\\deliver_post($v['post']); \\Parlance\\refresh_state($v['post']); return \\Parlance\\describe_state(get_post($v['post']));`,
    { post },
  );
const pageOf = async (post: number): Promise<string> => {
  const address = await site.run<string>(`return get_permalink($v['post']);`, { post });
  return (await fetch(address)).text();
};

/** A page that waits as long as a busy machine needs. */
async function openPage(): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(patience.condition);
  return page;
}

async function signIn(): Promise<Page> {
  const page = await openPage();
  await page.goto(`${site.url}/wp-login.php`);
  await page.fill('#user_login', administrator.name);
  await page.fill('#user_pass', administrator.password);
  await page.click('#wp-submit');
  await page.waitForURL(/wp-admin/);
  return page;
}

test('every PHP file can be parsed', async () => {
  const folder = join(site.folder, 'wp-content/plugins/parlance');
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.php'));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files)
    expect(execFileSync(wordpressPrograms().php, ['-l', join(folder, file)], { encoding: 'utf8' })).toContain(
      'No syntax errors',
    );
});

test('a site is connected on the settings page: key, player and placement', async () => {
  await publish('An old story', 'It was there before the plugin.', { post_date: '2020-01-01 12:00:00' });
  const page = await signIn();
  await page.goto(`${site.url}/wp-admin/plugins.php`);
  await page.click('#activate-parlance-audio, #activate-parlance');
  await page.goto(`${site.url}/wp-admin/options-general.php?page=parlance`);
  await page.fill('#parlance-server', line.url);
  await page.fill('#parlance-key', 'wrong');
  await page.click('#parlance-test');
  await expect.poll(() => page.textContent('#parlance-result')).toContain('refuses the API key');
  await page.fill('#parlance-key', apiKey);
  await page.click('#parlance-test');
  await expect.poll(() => page.textContent('#parlance-result')).toContain('The connection works');
  await expect.poll(() => page.inputValue('#parlance-player')).toBe(`${projectId}/64/daily-example`);
  await page.click('#submit');
  await expect.poll(() => page.textContent('.notice-success')).toContain('Settings saved');
  const stored = await site.run<string>(`return json_encode(get_option('parlance_settings'));`);
  expect(stored).not.toContain(apiKey);
  expect(await site.run(`return \\Parlance\\api_key();`)).toBe(apiKey);
  // Another server does not get the key of this one.
  const elsewhere = { server: 'https://elsewhere.example', key: '', player: '1/64/a' };
  expect(
    await site.run(
      `require_once ABSPATH . 'wp-admin/includes/template.php';
      $after = \\Parlance\\sanitize_settings($v); remove_action('shutdown', 'Parlance\\apply_settings');
      return $after['sealed_key'];`,
      elsewhere,
    ),
  ).toBe('');
  await page.close();
});

let first: number;

test('a published post has audio that plays on its page', async () => {
  first = await publish(
    'The harbour wakes & works',
    `<!-- wp:paragraph --><p>Ships came in at <strong>dawn</strong> &amp; left at noon.</p><!-- /wp:paragraph -->
    <!-- wp:image --><figure class="wp-block-image"><img src="x.jpg" alt=""/><figcaption>Never spoken</figcaption></figure><!-- /wp:image -->
    <!-- wp:list --><ul><li>One crane.</li><li>Two boats.</li></ul><!-- /wp:list -->
    <!-- wp:html --><div class="parlance-skip"><div>Nor this</div> nor that</div><!-- /wp:html -->`,
  );
  await deliver();
  expect(await articles()).toMatchObject([
    {
      title: 'The harbour wakes & works',
      text: 'Ships came in at dawn & left at noon.\n\nOne crane.\n\nTwo boats.',
      url: `${site.url}/the-harbour-wakes-works/`,
      guid: expect.stringContaining(site.url),
      author: administrator.name,
      labels: ['Uncategorized'],
    },
  ]);
  await expect.poll(async () => (await stateOf(first)).code).toBe('ready');
  const page = await openPage();
  await page.goto(`${site.url}/the-harbour-wakes-works/`);
  const player = page.locator('parlance-audio');
  await player.waitFor();
  await page.evaluate(() => {
    const played = ((window as unknown as { played: HTMLMediaElement[] }).played = [] as HTMLMediaElement[]);
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      played.push(this);
      return play.call(this);
    };
  });
  await player
    .getByRole('button', { name: /play|listen/i })
    .first()
    .click();
  await expect
    .poll(() =>
      page.evaluate(() => (window as unknown as { played: HTMLMediaElement[] }).played[0]?.currentTime ?? 0),
    )
    .toBeGreaterThan(0.2);
  await page.close();
});

test('edits, the audio switch, trash and its undo are synchronized', async () => {
  await site.run(`wp_update_post($v);`, { ID: first, post_content: 'Ships came in at dusk.' });
  await deliver();
  expect(await articles()).toMatchObject([{ text: 'Ships came in at dusk.' }]);
  await site.run(`wp_trash_post($v['post']);`, { post: first });
  await deliver();
  expect(await articles()).toEqual([]);
  await site.run(`wp_untrash_post($v['post']); wp_publish_post($v['post']);`, { post: first });
  await deliver();
  const [restored] = await articles();
  expect(restored!.text).toBe('Ships came in at dusk.');
  await site.run(
    `update_post_meta($v['post'], '_parlance_audio', 'off'); wp_update_post(array('ID' => $v['post']));`,
    { post: first },
  );
  await deliver();
  expect([await articles(), (await pageOf(first)).includes('parlance-player')]).toEqual([[], false]);
  await site.run(
    `delete_post_meta($v['post'], '_parlance_audio'); wp_update_post(array('ID' => $v['post']));`,
    { post: first },
  );
  await deliver();
  expect((await articles()).map(({ id }) => id)).toEqual([restored!.id]);
});

test('changes are queued while Parlance is down, in order per post, and none is lost', async () => {
  line.isCut = true;
  const second = await publish('Second', 'Written while the line is cut.');
  const third = await publish('Third', 'Never to be seen.');
  await deliver();
  await site.run(`wp_update_post($v);`, { ID: second, post_content: 'Edited while the line is cut.' });
  await site.run(`wp_delete_post($v['post'], true);`, { post: third });
  expect((await outbox()).map(({ post_id, action }) => [Number(post_id), action])).toEqual([
    [second, 'send'],
    [third, 'send'],
    [third, 'remove'],
  ]);
  // The first one was tried, and is tried again after a minute, then after two.
  const [tried] = await outbox();
  expect([tried!.attempts, tried!.error]).toEqual(['1', expect.stringMatching(/\w/)]);
  expect(Number(tried!.due_at) - Date.now() / 1_000).toBeGreaterThan(50);
  await deliver();
  expect(Number((await outbox())[0]!.due_at) - Date.now() / 1_000).toBeGreaterThan(110);
  expect((await stateOf(second)).label).toBe('Waiting to be sent');
  line.isCut = false;
  await deliver();
  expect([await outbox(), (await articles()).map(({ title, text }) => [title, text])]).toEqual([
    [],
    [
      ['The harbour wakes & works', 'Ships came in at dusk.'],
      ['Second', 'Edited while the line is cut.'],
    ],
  ]);
});

test('a post whose creation got no response is not created twice, and is removed by its GUID', async () => {
  const post = await publish('Twice?', 'Once.');
  await deliver();
  await site.run(
    `delete_post_meta($v['post'], '_parlance_article'); wp_update_post(array('ID' => $v['post']));`,
    { post },
  );
  await deliver();
  expect((await articles()).filter(({ title }) => title === 'Twice?')).toHaveLength(1);
  await site.run(
    `delete_post_meta($v['post'], '_parlance_article'); \\Parlance\\add_to_outbox($v['post'], 'send'); wp_delete_post($v['post'], true);`,
    { post },
  );
  await deliver();
  expect((await articles()).filter(({ title }) => title === 'Twice?')).toHaveLength(0);
});

test('only chosen posts are sent: no passwords, no members, no old ones, no other categories', async () => {
  const before = (await articles()).length;
  await publish('Secret', 'With a password.', { post_password: 'sesame' });
  await publish('Private', 'For editors.', { post_status: 'private' });
  await publish('Members', 'Paid.', { meta_input: { _jetpack_newsletter_access: 'paid_subscribers' } });
  await publish('A page', 'No post.', { post_type: 'page' });
  await site.run(
    `wp_update_post(array('ID' => get_page_by_path('an-old-story', OBJECT, 'post')->ID, 'post_content' => 'Corrected.'));`,
  );
  await deliver();
  expect((await articles()).length).toBe(before);
  const chosen = await publish('Members who share', 'Open to all ears.', {
    meta_input: { _jetpack_newsletter_access: 'subscribers', _parlance_audio: 'on' },
  });
  await deliver();
  expect((await articles()).at(-1)).toMatchObject({ title: 'Members who share' });
  expect(await pageOf(chosen)).toContain('class="parlance-player"');
  const [sport] = await site.run<number[]>(
    `$sport = wp_insert_term('Sport', 'category')['term_id'];
    update_option('parlance_settings', array('categories' => array($sport)) + \\Parlance\\settings());
    return array($sport);`,
  );
  await publish('Politics', 'Not chosen.');
  await publish('Football', 'Chosen.', { post_category: [sport] });
  await deliver();
  expect((await articles()).slice(before + 1).map(({ title }) => title)).toEqual(['Football']);
  await site.run(
    `update_option('parlance_settings', array('categories' => array()) + \\Parlance\\settings());`,
  );
});

test('the player is placed once, only on the page of its post, in block and classic themes', async () => {
  const count = (html: string): number => html.split('class="parlance-player"').length - 1;
  for (const theme of ['twentytwentythree', 'twentytwentyone']) {
    await site.run(`switch_theme($v['theme']);`, { theme });
    const html = await pageOf(first);
    expect([theme, count(html)]).toEqual([theme, 1]);
    expect(html).toMatch(
      /<script async [^>]*data-no-optimize="1"[^>]*src='?"?http:\/\/127\.0\.0\.1:\d+\/player\/loader\.js/,
    );
    expect(html.indexOf('parlance-player')).toBeLessThan(html.indexOf('Ships came in'));
    for (const path of ['/', '/feed/', '/?s=ships'])
      expect(count(await (await fetch(site.url + path)).text())).toBe(0);
  }
  await site.run(
    `update_option('parlance_settings', array('placement' => 'after') + \\Parlance\\settings());`,
  );
  const after = await pageOf(first);
  expect(after.indexOf('parlance-player')).toBeGreaterThan(after.indexOf('Ships came in'));
  await site.run(
    `update_option('parlance_settings', array('placement' => 'none') + \\Parlance\\settings());`,
  );
  expect(count(await pageOf(first))).toBe(0);
  const by = await publish(
    'By hand',
    '<!-- wp:parlance/player /--><!-- wp:shortcode -->[parlance]<!-- /wp:shortcode --><p>Text.</p>',
  );
  expect(count(await pageOf(by))).toBe(2);
  await site.run(
    `update_option('parlance_settings', array('placement' => 'before') + \\Parlance\\settings());`,
  );
  expect(count(await pageOf(by))).toBe(2);
});

test('AMP pages have a frame instead of a script', async () => {
  const html = await site.run<string>(
    `function amp_is_request() { return true; } return \\Parlance\\player_html(get_post($v['post']));`,
    { post: first },
  );
  const [, address = ''] = /<amp-iframe src="([^"]+)"/.exec(html) ?? [];
  const frame = await fetch(address.replaceAll('&#038;', '&'));
  expect([frame.status, await frame.text()]).toEqual([200, expect.stringContaining('The harbour wakes')]);
  expect(html).not.toContain('<script');
});

test('the editor and the list show the audio, and can regenerate it', async () => {
  const page = await signIn();
  await page.goto(`${site.url}/wp-admin/edit.php`);
  expect(await page.textContent(`#post-${first} .column-parlance`)).toContain('Audio ready');
  await page.goto(`${site.url}/wp-admin/post.php?post=${first}&action=edit&classic-editor`);
  const box = page.locator('.parlance-audio');
  await box.waitFor();
  await expect.poll(() => box.locator('.parlance-state').textContent()).toBe('Audio ready');
  expect(await box.locator('audio').getAttribute('src')).toMatch(/\.mp3$/);
  const versions = () =>
    parlance.app.db.prisma.articleLog.count({ where: { action: { contains: 'voiced anew' } } });
  await page.evaluate(() => document.querySelector<HTMLElement>('.parlance-generate')!.click());
  await expect.poll(() => box.locator('.parlance-state').textContent()).not.toBe('Audio ready');
  await expect.poll(async () => (await stateOf(first)).code).toBe('ready');
  expect(await versions()).toBe(1);
  await page.close();
});

test('an article that was deleted in Parlance is created again only on request', async () => {
  const post = await publish('Withdrawn', 'Deleted by an editor.');
  await deliver();
  const article = (await articles()).at(-1)!;
  await parlance.rest('DELETE', `/api/projects/${projectId}/articles/${article.id}`, { token: apiKey });
  await site.run(`wp_update_post(array('ID' => $v['post'], 'post_content' => 'Edited later.'));`, { post });
  await deliver();
  expect((await stateOf(post)).code).toBe('deleted');
  await site.run(`\\Parlance\\send_on_request(get_post($v['post']), 'revoice');`, { post });
  await deliver();
  expect((await articles()).at(-1)).toMatchObject({ id: article.id, text: 'Edited later.' });
});

test('a copy of the site at another address sends nothing', async () => {
  await site.run(
    `update_option('parlance_settings', array('home' => 'https://www.example.com') + \\Parlance\\settings());`,
  );
  const copied = await publish('On the copy', 'Nothing leaves.');
  await deliver();
  expect([(await articles()).some(({ title }) => title === 'On the copy'), await outbox()]).toEqual([
    false,
    [],
  ]);
  await site.run(
    `wp_delete_post($v['post'], true); update_option('parlance_settings', array('home' => home_url()) + \\Parlance\\settings());`,
    { post: copied },
  );
});

test('texts are translated in every German and French locale', async () => {
  const label = (locale: string) =>
    site.run<string>(
      `add_filter('locale', function () use ($v) { return $v['locale']; }); unload_textdomain('parlance'); \\Parlance\\load_translations();
      return __('Audio ready', 'parlance') . ' ' . sprintf(_n('%d change is waiting to be sent.', '%d changes are waiting to be sent.', 2, 'parlance'), 2);`,
      { locale },
    );
  expect(await label('de_CH_informal')).toBe('Audio fertig 2 Änderungen warten auf den Versand.');
  expect(await label('fr_CA')).toBe('Audio prêt 2 modifications attendent d’être envoyées.');
});

test('no PHP warnings were logged', async () => {
  // Of its own, Debian's WordPress is older than its PHP, and looks for updates, which are blocked here.
  const own = /PHP Deprecated:.* in \S+\/wp-(?:includes|admin)\/|An unexpected error occurred/;
  const complaints = (await site.debugLog()).split('\n').filter((entry) => entry !== '' && !own.test(entry));
  expect(complaints).toEqual([]);
});

test('uninstalling removes all data', async () => {
  const left = () =>
    site.run(`global $wpdb; wp_cache_flush(); return array(
      $wpdb->get_col("SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%parlance%' AND option_name NOT LIKE '\\_%transient%'"),
      $wpdb->get_col("SELECT meta_key FROM $wpdb->postmeta WHERE meta_key LIKE '%parlance%'"),
      $wpdb->get_col("SHOW TABLES LIKE '%parlance%'"),
      strpos(json_encode(_get_cron_array()), 'parlance'));`);
  await site.run(
    `require_once ABSPATH . 'wp-admin/includes/plugin.php'; require_once ABSPATH . 'wp-admin/includes/file.php';
    deactivate_plugins('parlance/parlance.php'); delete_plugins(array('parlance/parlance.php'));`,
  );
  expect(await left()).toEqual([[], [], [], false]);
});
