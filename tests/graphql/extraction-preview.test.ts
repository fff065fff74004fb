import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { tokensOf, type NewsroomTokens } from '../support/newsroom-tokens.ts';
import { useServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { mutate } from './mutate.ts';

const site = await startSite();
afterAll(() => site.close());
const server = useServer({ env: { FETCH_ALLOW_HOSTS: site.host, EXTRACTOR_IPS: '127.0.0.1, 127.0.0.2' } });

let room: Newsroom;
let tokens: NewsroomTokens;
beforeEach(async () => {
  room = await server.make.newsroom();
  tokens = await tokensOf(server, room);
});

const run = (name: string, input: object, selection: string, token = tokens.editor): Promise<any> =>
  mutate(server, name, input, selection, token);

describe('the preview of extractor rules', () => {
  const trial =
    'url title text publishedAt language failure rules { type selector matched removed removedCharacters problem }';
  const attempt = (input: object, token = tokens.editor): Promise<any> =>
    run('tryExtraction', { project: room.project.id, ...input }, trial, token);
  const sentence = 'The harbour opened today after the long fog. ';
  beforeEach(() => {
    site.set(
      '/print.html',
      `<html lang="en"><head><title>Fog</title><meta property="article:published_time" content="2026-11-01T08:00:00+01:00"></head><body><nav>Menu</nav>
       <article><h1>Fog</h1><p>${sentence.repeat(20)}</p><aside>Advertisement <script>hidden()</script>that nobody hears</aside>
       <p class="end">The end.</p><p>Read more about ships.</p></article></body></html>`,
    );
  });

  test('compares saved and unsaved rules on the newest articles', async () => {
    await server.make.article(room.project.id, { title: 'Fog', text: 'Old.', url: `${site.url}/print.html` });
    await server.make.article(room.project.id, { title: 'Gone', text: 'Old.', url: `${site.url}/gone.html` });
    const input = {
      project: String(room.project.id),
      extractorRules: [{ type: 'SHOULD_NOT', selector: '.end' }],
    };
    const { data, errors } = await server.graphql(
      `query($input: DraftPreviewInput!) { draftPreview(input: $input) {
        examined total unread changed articles { article { title } sentences { before after } } } }`,
      { input },
      tokens.editor,
    );
    expect(errors).toBeUndefined();
    const { draftPreview: preview } = data as any;
    expect(preview).toMatchObject({ total: preview.examined, changed: 1 });
    expect(preview.unread).toBeGreaterThan(0);
    expect(preview.articles).toEqual([
      { article: { title: 'Fog' }, sentences: [{ before: 'The end.', after: null }] },
    ]);
    const wrong = await server.graphql(
      'query($input: DraftPreviewInput!) { draftPreview(input: $input) { done } }',
      { input: { ...input, extractorRules: [{ type: 'SHOULD_NOT', selector: 'p[' }] } },
      tokens.editor,
    );
    expect((wrong.errors![0]!.extensions as any).fieldErrors[0].field).toBe('extractorRules.0.selector');
  });

  test('shows the result of each paragraph, and the rule that includes or excludes it', async () => {
    site.set(
      '/choice.html',
      `<html lang="en"><body><h1>Fog</h1><div class="story"><p>The harbour opened today after the long fog. Ships had waited outside for a week, with bread for three days and coal for two.</p><p>Nobody was hurt, the pilots said, although two ferries touched each other in the dark on Tuesday night.</p></div>
       <div class="machines" style="display:none"><p>This sentence is for machines, and no browser shows it.</p></div></body></html>`,
    );
    const read = (extractorRules: object[] = []): Promise<any> =>
      run(
        'tryExtraction',
        { project: room.project.id, url: `${site.url}/choice.html`, extractorRules },
        'text paragraphs { text isIncluded reason rule { type selector } }',
      );
    const { paragraphs } = await read();
    const about = (start: string) => paragraphs.find(({ text }: any) => text.startsWith(start));
    expect(about('The harbour')).toMatchObject({
      isIncluded: true,
      reason: null,
      rule: { type: 'SHOULD_NOT' },
    });
    const forMachines = about('This sentence');
    expect(forMachines).toEqual({
      text: 'This sentence is for machines, and no browser shows it.',
      isIncluded: false,
      reason: 'HIDDEN',
      rule: { type: 'WHITELIST', selector: 'div.machines' },
    });
    expect((await read([forMachines.rule])).text).toContain('for machines');
    const without = (await read([about('The harbour').rule])).text;
    expect(without).toMatch(/^Nobody/);
  });

  test('reads a page with unsaved rules, and shows the effect of each', async () => {
    const answer = await attempt({
      url: `${site.url}/story.html`,
      urlReplacements: [{ source: 'story', destination: 'print', isRegex: false }],
      extractorRules: [
        { type: 'SHOULD', selector: ' article ' },
        { type: 'SHOULD_NOT', selector: 'aside' },
        { type: 'SHOULD_BEFORE', selector: '.end' },
        { type: 'SHOULD_NOT', selector: '.missing' },
        { type: 'CHARSET', selector: 'utf-8' },
      ],
    });
    expect(answer).toEqual({
      __typename: 'TryExtractionSuccess',
      url: `${site.url}/print.html`,
      title: 'Fog',
      text: sentence.repeat(20).trim(),
      publishedAt: '2026-11-01T08:00:00+01:00',
      language: 'en',
      failure: null,
      rules: [
        {
          type: 'SHOULD',
          selector: 'article',
          matched: 1,
          removed: null,
          removedCharacters: 0,
          problem: null,
        },
        {
          type: 'SHOULD_NOT',
          selector: 'aside',
          matched: 1,
          removed: 'Advertisement that nobody hears',
          removedCharacters: 31,
          problem: null,
        },
        {
          type: 'SHOULD_BEFORE',
          selector: '.end',
          matched: 1,
          removed: 'The end. Read more about ships.',
          removedCharacters: 31,
          problem: null,
        },
        {
          type: 'SHOULD_NOT',
          selector: '.missing',
          matched: 0,
          removed: null,
          removedCharacters: 0,
          problem: 'This rule matches nothing on this page.',
        },
        {
          type: 'CHARSET',
          selector: 'utf-8',
          matched: null,
          removed: null,
          removedCharacters: 0,
          problem: null,
        },
      ],
    });
    expect(await server.app.db.prisma.extractorRule.count()).toBe(0);
  });

  test('uses the project’s rules by default, and shortens removed text', async () => {
    await run(
      'updateProject',
      { id: room.project.id, extractorRules: [{ type: 'SHOULD_NOT', selector: 'nav, article' }] },
      '__typename',
    );
    const { rules, text, failure } = await attempt({ url: `${site.url}/print.html` });
    expect(rules).toMatchObject([
      {
        type: 'SHOULD_NOT',
        matched: 2,
        removed: expect.stringMatching(/^Menu Fog The harbour .{260,300}…$/),
      },
    ]);
    expect(rules[0].removedCharacters).toBeGreaterThan(900);
    expect([text, failure]).toEqual([null, expect.any(String)]);
  });

  test.each([
    [
      'an invalid selector',
      { extractorRules: [{ type: 'SHOULD', selector: 'p[' }] },
      'extractorRules.0.selector',
    ],
    [
      'a selector of a megabyte',
      { extractorRules: [{ type: 'SHOULD', selector: 'p,'.repeat(500_000) }] },
      'extractorRules.0.selector',
    ],
    [
      'too many rules',
      { extractorRules: Array.from({ length: 201 }, () => ({ type: 'SHOULD', selector: 'p' })) },
      'extractorRules',
    ],
    [
      'an unknown encoding',
      { extractorRules: [{ type: 'CHARSET', selector: 'klingon' }] },
      'extractorRules.0.selector',
    ],
    [
      'an empty selector',
      { extractorRules: [{ type: 'SHOULD', selector: ' ' }] },
      'extractorRules.0.selector',
    ],
    [
      'an invalid expression',
      { urlReplacements: [{ source: '/(/', destination: '', isRegex: true }] },
      'urlReplacements.0.source',
    ],
    [
      'an expression with lookbehind',
      { urlReplacements: [{ source: '/(a)\\1/', destination: '', isRegex: true }] },
      'urlReplacements.0.source',
    ],
  ])('refuses %s', async (_, input, field) => {
    expect((await attempt({ url: `${site.url}/print.html`, ...input })).fieldErrors).toMatchObject([
      { field },
    ]);
  });

  test('evaluates a pathological regular expression in linear time', async () => {
    const { url } = await run(
      'tryUrlReplacements',
      {
        project: room.project.id,
        url: `https://example.com/${'a'.repeat(2_000)}`,
        urlReplacements: [{ source: '/(a+)+$/', destination: 'b', isRegex: true }],
      },
      'url',
    );
    expect(url).toBe('https://example.com/b');
  });

  test('stops a slow selector on a large page, and keeps serving', async () => {
    site.set('/large.html', `<html><body>${'<div><b><i>x</i></b></div>'.repeat(15_000)}</body></html>`);
    const selector = ':has(*):not(:has(b:has(i):not(:has(u))))'.repeat(3) + '~ *'.repeat(3);
    const extractorRules = Array.from({ length: 60 }, () => ({
      type: 'SHOULD_NOT',
      selector: `div ~ div ~ ${selector}`,
    }));
    expect((await attempt({ url: `${site.url}/large.html`, extractorRules })).fieldErrors).toEqual([
      { field: 'url', message: 'Reading the page took too long.' },
    ]);
    expect((await attempt({ url: `${site.url}/print.html` })).text).toContain('harbour');
  });

  test.each([
    ['a missing page', () => `${site.url}/gone.html`],
    ['a private address', () => 'http://10.0.0.1/'],
    ['an invalid URL', () => 'nowhere'],
    ['a URL that rules make invalid', () => 'mailto:a@example.com'],
  ])('refuses %s', async (_, url) => {
    expect((await attempt({ url: url() })).fieldErrors).toMatchObject([{ field: 'url' }]);
  });

  test('requires permission to change settings; the server’s address is for administrators', async () => {
    const url = `${site.url}/print.html`;
    expect((await attempt({ url }, tokens.viewer)).__typename).toBe('NotAllowedError');
    expect((await attempt({ url }, tokens.outsider)).__typename).toBe('NotFoundError');
    expect((await attempt({ url, ipAddress: '127.0.0.2' })).__typename).toBe('NotAllowedError');
    expect((await attempt({ url, ipAddress: '127.0.0.2' }, tokens.admin)).title).toBe('Fog');
    expect((await attempt({ url, ipAddress: '192.0.2.1' }, tokens.admin)).fieldErrors).toMatchObject([
      { field: 'ipAddress' },
    ]);
  });
});
