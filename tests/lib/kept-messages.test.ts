/**
 * What was stored as sentences is stored as messages too, also while the release before writes sentences
 * alone.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../server/lib/database/db.ts';
import { sentenceOf, type Notice } from '../../server/lib/declare-messages.ts';
import {
  persistMessages,
  persistError,
  persistedNotices,
  noticesColumn,
} from '../../server/lib/persisted-message.ts';
import { fetchMessages } from '../../server/lib/messages.ts';
import { FetchError } from '../../server/lib/outbound/safe-fetch-error.ts';
import { migrate } from '../../server/lib/database/migrate.ts';
import '../../server/messages.ts';
import { prepareConfig, type PreparedConfig } from '../support/databases.ts';
import { formerMigrations } from '../support/former-migrations.ts';

/** Sentences that the release before wrote, with the messages that they are. */
const sentences: [text: string, notices: Notice[] | null][] = [
  ['out of chars', [{ code: 'SPENDING_OUT_OF_CHARACTERS', parameters: {} }]],
  ['The page is empty.', [{ code: 'PAGE_EMPTY', parameters: {} }]],
  [
    'The page holds no text that could be an article.',
    [{ code: 'PAGE_WITHOUT_ARTICLE', parameters: { nearest: 0 } }],
  ],
  [
    'The page holds no text that could be an article. What comes nearest has 1234 characters.',
    [{ code: 'PAGE_WITHOUT_ARTICLE', parameters: { nearest: 1234 } }],
  ],
  [
    'www.example.org:8080 has no such page (HTTP 404).',
    [{ code: 'FETCH_NO_SUCH_PAGE', parameters: { host: 'www.example.org:8080', status: 404 } }],
  ],
  [
    'a.example did not respond completely within 12.5 seconds.',
    [{ code: 'FETCH_INCOMPLETE_IN_TIME', parameters: { host: 'a.example', seconds: 12.5 } }],
  ],
  [
    "The project's daily limit of 100000 characters is reached. Voicing goes on after midnight (UTC).",
    [{ code: 'SPENDING_DAILY_LIMIT_REACHED', parameters: { limit: 100_000 } }],
  ],
  [
    'Status set by the rule “Skip “this” (100 %)”.',
    [{ code: 'VOICING_STATUS_BY_RULE', parameters: { rule: 'Skip “this” (100 %)' } }],
  ],
  [
    "The extractor rule 'title' has a selector that is not valid CSS: 'a{'.",
    [{ code: 'EXTRACTOR_RULE_BAD_SELECTOR', parameters: { rule: 'title', selector: 'a{' } }],
  ],
  [
    'A voice tag is never closed; add </voice>. (line 3, column 14)',
    [{ code: 'VOICE_TAG_NOT_CLOSED', parameters: { line: 3, column: 14 } }],
  ],
  [
    'Cannot write articles/a.mp3: the disk is full.',
    [{ code: 'STORAGE_DISK_FAILED', parameters: { what: 'write articles/a.mp3', why: 'the disk is full' } }],
  ],
  ['openai: answered 400: something of theirs', null],
  ['What an older release said.', null],
];

/** Entries of logs of articles. */
const entries: [action: string, text: string, notices: Notice[] | null][] = [
  [
    'voiced',
    '1,234 characters voiced, 0 saved',
    [{ code: 'ARTICLE_VOICED', parameters: { voiced: 1234, saved: 0 } }],
  ],
  ['chunked', '12 chunks', [{ code: 'ARTICLE_CHUNKED', parameters: { chunks: 12 } }]],
  [
    'page read',
    '1,024 characters from https://a.example/1',
    [{ code: 'ARTICLE_PAGE_READ', parameters: { characters: 1024, address: 'https://a.example/1' } }],
  ],
  [
    'rules',
    'Label, Skip; labels: news, sport; status: rejected',
    [
      { code: 'ARTICLE_RULES_APPLIED', parameters: { rules: 'Label, Skip' } },
      { code: 'ARTICLE_LABELLED_BY_RULES', parameters: { labels: 'news, sport' } },
      { code: 'ARTICLE_STATUS_BY_RULES', parameters: { status: 'rejected' } },
    ],
  ],
  [
    'normalized',
    '1 change by the built-in rules. It is voiced, and charged, as it is spelled out: 1,001 characters more than are written.',
    [
      { code: 'ARTICLE_SPELLED_BY_RULES', parameters: { changes: 1 } },
      { code: 'ARTICLE_SPELLED_LONGER', parameters: { characters: 1001 } },
    ],
  ],
  [
    'normalized',
    '12 changes by OpenAI gpt-5-mini (2 pieces asked for, 1 known). The rules stepped in for 1 piece: It failed. It is voiced, and charged, as it is spelled out: 1 character fewer than are written.',
    [
      {
        code: 'ARTICLE_SPELLED_BY_MODEL',
        parameters: { changes: 12, model: 'OpenAI gpt-5-mini', asked: 2, known: 1 },
      },
      { code: 'ARTICLE_RULES_STEPPED_IN', parameters: { pieces: 1, problem: 'It failed.' } },
      { code: 'ARTICLE_SPELLED_SHORTER', parameters: { characters: 1 } },
    ],
  ],
  ['errored', 'The page is empty.', [{ code: 'PAGE_EMPTY', parameters: {} }]],
  ['text changed', 'The page is empty.', null],
  ['voiced', 'something else', null],
];

/** What messages of the release before say today, where their words have changed since. */
const reworded: Readonly<Record<string, string>> = {
  'The page holds no text that could be an article.': 'No article was found on the page.',
  'The page holds no text that could be an article. What comes nearest has 1234 characters.':
    'No article was found on the page. The longest text found has 1234 characters.',
  'www.example.org:8080 has no such page (HTTP 404).':
    'www.example.org:8080 doesn’t have this page (HTTP 404).',
  "The project's daily limit of 100000 characters is reached. Voicing goes on after midnight (UTC).":
    'The project’s daily limit of 100000 characters is reached. Audio generation continues after midnight (UTC).',
  '1,234 characters voiced, 0 saved': '1,234 characters generated, 0 saved',
  '12 chunks': '12 sentences',
  '1 change by the built-in rules. It is voiced, and charged, as it is spelled out: 1,001 characters more than are written.':
    '1 change by the built-in rules. Audio is generated and charged from the spelled-out text: 1,001 characters more than written.',
  '12 changes by OpenAI gpt-5-mini (2 pieces asked for, 1 known). The rules stepped in for 1 piece: It failed. It is voiced, and charged, as it is spelled out: 1 character fewer than are written.':
    '12 changes by OpenAI gpt-5-mini (2 passages requested, 1 already known). The built-in rules were used for 1 passage: It failed. Audio is generated and charged from the spelled-out text: 1 character fewer than written.',
  'Something has changed on the site: its articles have become shorter: about 400 characters instead of 3,700, and it has become less certain what on its pages is the article. Please look at the latest articles, and at the extractor rules.':
    'Something has changed on the site: its articles have become shorter: about 400 characters instead of 3,700, and its articles are recognized less reliably. Check the latest articles and the extractor rules.',
};

let prepared: PreparedConfig;
let db: Database;

/** Returns raw rows, by id. */
const rowsOf = async (table: string, columns: string): Promise<Record<string, unknown>[]> =>
  (await db.pool.query(`SELECT ${columns} FROM "${table}" ORDER BY "id"`)).rows;

beforeAll(async () => {
  prepared = await prepareConfig();
  db = await openDatabase(prepared.config);
  await db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(db, { from: await formerMigrations((name) => name < '0034') });
  await db.pool.query(`
    INSERT INTO "User" ("id", "email", "fullname") VALUES (1, 'ada@example.com', 'Ada');
    INSERT INTO "Project" ("id", "name", "ownerId", "voiceProvider", "voiceName", "voiceLanguage", "teasersError")
      VALUES (1, 'Daily', 1, 'offline', 'en-US-Otto', 'en-US', 'There are no characters left for the invitation to subscribe.');
    INSERT INTO "Source" ("projectId", "type", "error", "pageNotice") VALUES (1, 'rss', 'The source has no URL.',
      'Something has changed on the site: its articles have become shorter: about 400 characters instead of 3,700, and it has become less certain what on its pages is the article. Please look at the latest articles, and at the extractor rules.')`);
  await db.pool.query(
    `INSERT INTO "Article" ("projectId", "title", "text", "labels", "status", "error")
     SELECT 1, 'One', 'Text', '{}', 'errored', error FROM unnest($1::text[]) WITH ORDINALITY given(error, at) ORDER BY at`,
    [sentences.map(([text]) => text)],
  );
  await db.pool.query(
    `INSERT INTO "ArticleLog" ("articleId", "action", "text")
     SELECT (SELECT min("id") FROM "Article"), action, text FROM unnest($1::text[], $2::text[]) WITH ORDINALITY given(action, text, at) ORDER BY at`,
    [entries.map(([action]) => action), entries.map(([, text]) => text)],
  );
  await migrate(db);
});
afterAll(async () => {
  await db?.close();
  await prepared?.remove();
});

test('known texts are converted to messages with parameters; others are unchanged', async () => {
  expect(await rowsOf('Article', '"error", "errorNotices"')).toEqual(
    sentences.map(([error, errorNotices]) => ({ error, errorNotices })),
  );
  expect(await rowsOf('ArticleLog', '"text", "textNotices"')).toEqual(
    entries.map(([, text, textNotices]) => ({ text, textNotices })),
  );
  expect(await rowsOf('Source', '"errorNotices", "pageNotices"')).toEqual([
    {
      errorNotices: [{ code: 'FEED_ADDRESS_MISSING', parameters: {} }],
      pageNotices: [
        {
          code: 'SITE_HAS_CHANGED',
          parameters: { template: 'SAME', articles: 'SHORTER', now: 400, usual: 3700, certainty: 'LESS' },
        },
      ],
    },
  ]);
  expect(await rowsOf('Project', '"teasersErrorNotices"')).toEqual([
    { teasersErrorNotices: [{ code: 'TEASERS_OUT_OF_CHARACTERS', parameters: {} }] },
  ]);
});

test('converted messages have the text of before, or today’s words for it', async () => {
  const rows = [
    ...(await rowsOf('Article', '"error" AS text, "errorNotices" AS notices')),
    ...(await rowsOf('ArticleLog', '"text", "textNotices" AS notices')),
    ...(await rowsOf('Source', '"pageNotice" AS text, "pageNotices" AS notices')),
  ].filter(({ notices }) => notices !== null);
  expect(rows.length).toBeGreaterThan(15);
  for (const { text, notices } of rows) {
    const said = persistedNotices.parse(notices).map(sentenceOf);
    expect([said.join(' '), said.join('; ')]).toContain(reworded[String(text)] ?? text);
  }
});

test('messages written by the previous release in the meantime are identified by their text', async () => {
  const [{ id }] = (await rowsOf('Source', '"id"')) as [{ id: number }];
  const after = async (set: string) => {
    await db.pool.query(`UPDATE "Source" SET ${set} WHERE "id" = $1`, [id]);
    const [row] = await rowsOf('Source', '"error", "errorNotices", "pageNotices"');
    return { ...row, pageNotices: row!['pageNotices'] !== null };
  };
  expect(await after(`"error" = 'Something else.'`)).toEqual({
    error: 'Something else.',
    errorNotices: null,
    pageNotices: true,
  });
  const kept = persistError(
    new FetchError('timeout', fetchMessages.FETCH_UNREACHABLE({ host: 'a.example' })),
  );
  await db.pool.query('UPDATE "Source" SET "error" = $1, "errorNotices" = $2::jsonb WHERE "id" = $3', [
    kept.text,
    noticesColumn(kept),
    id,
  ]);
  expect(await after(`"failures" = 3`)).toMatchObject({ errorNotices: kept.notices });
  expect(await after(`"error" = NULL`)).toEqual({ error: null, errorNotices: null, pageNotices: true });
});

test('several messages in one text are stored separately', () => {
  const [gone, slow] = [
    fetchMessages.FETCH_CANCELLED(),
    fetchMessages.FETCH_UNREACHABLE({ host: 'a.example' }),
  ];
  expect(persistMessages([gone, slow]).text).toBe('The fetch was cancelled. a.example cannot be reached.');
  expect(persistMessages([gone, slow], 'Both.')).toEqual({
    text: 'Both.',
    notices: [
      { code: 'FETCH_CANCELLED', parameters: {} },
      { code: 'FETCH_UNREACHABLE', parameters: { host: 'a.example' } },
    ],
  });
});
