import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Newsroom } from '../support/factories.ts';
import { useServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';

const sentences = (count: number) =>
  Array.from({ length: count }, (_, index) => `The lamp on pier ${index} was lit again.`).join(' ');
const story = `<!doctype html><html lang="en"><head><title>The lamp</title></head><body>
  <article><h1>The lamp on the pier</h1><p>${sentences(12)}</p><p class="promo">Subscribe today and save.</p><p>${sentences(9)}</p></article></body></html>`;

const site = await startSite({
  '/story.html': story,
  '/empty.html': '<!doctype html><title>Nothing</title><p></p>',
  '/gone.html': { status: 410, body: 'Gone' },
});
afterAll(() => site.close());

const server = useServer({ env: { FETCH_ALLOW_HOSTS: site.host, ARTICLE_MAX_CHARACTERS: '2000' } });
let room: Newsroom;
let token: string;
beforeEach(async () => {
  room = await server.make.newsroom();
  token = await server.signIn(room.editor);
});

const ask = async (document: string, variables: object, as = token): Promise<any> => {
  const { data, errors } = await server.graphql(document, variables, as);
  expect(errors).toBeUndefined();
  return Object.values(data!)[0];
};
const readPage = (url: string, as = token) =>
  ask(
    `query ($input: ReadPageInput!) { readPage(input: $input) { __typename
      ... on Error { message ... on ValidationError { fieldErrors { field message } } }
      ... on ReadPageSuccess { page { url title text confidence } } } }`,
    { input: { project: room.project.id, url } },
    as,
  );

describe('reading a page before it is added', () => {
  test('returns what the project would read, and stores nothing', async () => {
    await server.app.db.prisma.extractorRule.create({
      data: { projectId: room.project.id, rule: 'should-not', selector: '.promo', position: 0 },
    });
    const count = await server.app.db.prisma.article.count();
    const { page } = await readPage(`${site.url}/story.html`);
    expect(page).toMatchObject({ url: `${site.url}/story.html`, title: 'The lamp on the pier' });
    expect(page.text).toContain('The lamp on pier 8 was lit again.');
    expect(page.text).not.toContain('Subscribe');
    expect(page.confidence).toBeGreaterThan(0.5);
    expect(await server.app.db.prisma.article.count()).toBe(count);
  });

  test.each([
    ['no URL', () => 'nowhere', 'Enter a complete web address (https://…).'],
    ['a private address', () => 'http://10.0.0.1/', /not an address on the public internet/],
    ['a page that is gone', () => `${site.url}/gone.html`, /410/],
    ['a page without text', () => `${site.url}/empty.html`, /^No article was found on the page/],
  ])('reports on the URL field what is wrong with %s', async (_, url, message) => {
    const { __typename, fieldErrors } = await readPage(url());
    expect([__typename, fieldErrors[0].field]).toEqual(['ValidationError', 'url']);
    expect(fieldErrors[0].message).toMatch(message);
  });

  test('requires write access', async () => {
    expect((await readPage(`${site.url}/story.html`, await server.signIn(room.viewer))).__typename).toBe(
      'NotAllowedError',
    );
    expect((await readPage(`${site.url}/story.html`, await server.signIn(room.outsider))).__typename).toBe(
      'NotFoundError',
    );
  });
});

describe('the quote of a draft', () => {
  const quote = (title: string, text: string, as = token) =>
    server.graphql(
      `query ($id: ID!, $title: String!, $text: String!) { project(id: $id) { articleQuote(title: $title, text: $text) { characters charactersCharged durationMs cost isEstimate charactersLeftToday } } }`,
      { id: room.project.id, title, text },
      as,
    );

  test('contains length and price, based on the daily limit and the voice', async () => {
    const { data } = await quote('Title', 'One. <voice name="offline:en-US-Otto">Two.</voice>\n\nThree 😀.');
    expect(data!['project'].articleQuote).toMatchObject({
      characters: 21,
      charactersCharged: 21,
      cost: 0,
      isEstimate: false,
      charactersLeftToday: null,
    });
    await server.app.db.prisma.project.update({
      where: { id: room.project.id },
      data: {
        limitEnabled: true,
        limitPerDay: 500,
        voiceProvider: 'elevenlabs',
        voiceAdditionalSettings: { model: 'eleven_multilingual_v2' },
      },
    });
    const dear = (await quote('', 'x'.repeat(1000))).data!['project'].articleQuote;
    expect(dear).toMatchObject({ characters: 1000, charactersCharged: 2000, charactersLeftToday: 500 });
    expect(dear.cost).toBeGreaterThan(0);
    expect(dear.durationMs).toBeGreaterThan(1000);
  });

  describe('considers rules', () => {
    const quoteOf = async (url: string | null, labels: string[]) => {
      const { data, errors } = await server.graphql(
        `query ($id: ID!, $url: String, $labels: [String!]) { project(id: $id) {
          articleQuote(title: "Title", text: "A quiet line.", url: $url, labels: $labels) { characters charactersCharged cost durationMs ruleOutcome { status rule } } } }`,
        { id: room.project.id, url, labels },
        token,
      );
      return { quote: data?.['project']?.articleQuote, errors };
    };
    const rule = (
      position: number,
      name: string,
      subject: string,
      operator: string,
      value: string,
      action: string,
      values: string[],
    ) => ({
      projectId: room.project.id,
      position,
      name,
      predicates: [{ operator, subject, value }],
      actions: [{ action, values }],
    });

    test('by URL and labels, and names the rule that prevents audio', async () => {
      await server.app.db.prisma.processingRule.createMany({
        data: [
          rule(0, 'Mute tickers', 'url', 'contains', '/ticker/', 'skip_title', []),
          rule(1, 'No ads', 'label', 'is', 'Advertorial', 'set_status', ['rejected']),
          rule(2, 'Look first', 'label', 'is', 'Legal', 'set_status', ['waiting']),
        ],
      });
      expect((await quoteOf(null, [])).quote).toMatchObject({ characters: 18, ruleOutcome: null });
      expect((await quoteOf('https://example.com/ticker/1', ['Sport'])).quote).toMatchObject({
        characters: 13,
        ruleOutcome: null,
      });
      // What is still being typed is no address.
      expect((await quoteOf('example/ticker/1', [])).quote).toMatchObject({ characters: 18 });
      expect((await quoteOf(null, ['advertorial'])).quote).toEqual({
        characters: 0,
        charactersCharged: 0,
        cost: 0,
        durationMs: 0,
        ruleOutcome: { status: 'REJECTED', rule: 'No ads' },
      });
      expect((await quoteOf(null, ['Legal'])).quote).toMatchObject({
        characters: 18,
        ruleOutcome: { status: 'WAITING', rule: 'Look first' },
      });
    });

    test.each([
      ['an endless URL', `https://example.com/${'x'.repeat(10_000)}`, [] as string[]],
      ['an endless label', null, ['x'.repeat(10_000)]],
      ['too many labels', null, Array.from({ length: 1000 }, (_, place) => `Label ${place}`)],
    ])('refuses %s', async (_, url, labels) => {
      expect((await quoteOf(url, labels)).errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    });
  });

  test('is refused for texts that are too long, and for callers without write access', async () => {
    expect((await quote('', 'x'.repeat(2001))).errors![0]!.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    expect((await quote('', 'x', await server.signIn(room.viewer))).errors![0]!.extensions).toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  test('suggests labels, the most common first', async () => {
    const { sql } = server.app.db;
    for (const labels of [['Sport', 'Harbour'], ['Sport'], ['Übersee'], ['deleted']])
      await sql
        .insertInto('Article')
        .values({
          projectId: room.project.id,
          title: 'A',
          text: 'B.',
          labels,
          ...(labels[0] === 'deleted' && { deletedAt: new Date() }),
        })
        .execute();
    const labels = async (search: string | null) =>
      (
        await ask(`query ($id: ID!, $search: String) { project(id: $id) { labels(search: $search) } }`, {
          id: room.project.id,
          search,
        })
      ).labels;
    expect((await labels(null)).slice(0, 1)).toEqual(['Sport']);
    expect(await labels('über')).toEqual(['Übersee']);
    expect(await labels('R')).toEqual(expect.arrayContaining(['Sport', 'Harbour', 'Übersee']));
    expect(await labels('deleted')).toEqual([]);
  });
});
