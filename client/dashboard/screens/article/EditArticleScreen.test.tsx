import { act, screen, within } from '@testing-library/react';
import { createOperationDescriptor, type PayloadData } from 'relay-runtime';
import { MockPayloadGenerator } from 'relay-test-utils';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { ArticleChunksPageQuery } from '../../__generated__/ArticleChunksPageQuery.graphql.ts';
import type { useSaveArticleMutation } from '../../__generated__/useSaveArticleMutation.graphql.ts';
import { ServerError } from '../../relay/failures.ts';
import { articleValues as values, type ArticleTypes as Types } from '../../../testing/article-values.ts';
import { openArticle } from '../../../testing/open-article.tsx';
import type { Stage } from '../../../testing/screen.tsx';
import { audioDocuments } from '../../../testing/audio-documents.ts';
import { setHighlightEnabled } from './text/highlight-cookie.ts';

const user = userEvent.setup();
let stage: Stage;
beforeEach(async () => {
  stage = await openArticle();
});
const save = () => user.click(screen.getByRole('button', { name: 'Save Article' }));
const title = () => screen.getByRole('textbox', { name: 'Title' });
const openTab = (name: string) => user.click(screen.getByRole('tab', { name }));

it('does not save without a title: shows a dialog, then the error at the field', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', values());
  await user.clear(title());
  await save();
  expect(screen.getByRole('dialog', { name: 'Title needs to be filled' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ok' }));
  expect(document.activeElement).toBe(title());
  expect(stage.isPending('useSaveArticleMutation')).toBe(false);
});

it('sends changes, and shows that they are saved', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', values());
  expect((screen.getByRole('button', { name: 'Save Article' }) as HTMLButtonElement).disabled).toBe(true);
  await user.type(title(), ' on the pier');
  await openTab('Publishing');
  await user.type(screen.getByRole('textbox', { name: 'Author' }), 'Ada');
  await user.click(screen.getByRole('checkbox', { name: 'rss auto update' }));
  await save();
  expect(stage.sent<useSaveArticleMutation>('useSaveArticleMutation').input).toEqual({
    id: 'a1',
    revision: 3,
    title: 'The lamp on the pier',
    author: 'Ada',
    rssAutoUpdate: true,
  });
  expect(screen.getByRole('button', { name: 'Saving Article...' })).toBeTruthy();
});

it('shows the doubtful passage of an article on hold, and releases it', async () => {
  const held = { status: 'WAITING', holdReason: 'DOUBTFUL_PASSAGES', doubtfulPassage: '3/4' };
  await stage.answer<Types>('EditArticleScreenQuery', values(held));
  expect(screen.getByText('On hold: check “3/4” before publishing. Listen, then publish.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Publish now' }));
  expect(stage.sent('useReleaseArticleMutation')).toEqual({ input: { id: 'a1' } });
});

it('publishes a scheduled article immediately, even with unsaved edits', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', values({ publishAt: '2030-01-01T06:00:00.000Z' }));
  await user.type(title(), '!');
  await user.click(screen.getByRole('button', { name: 'Publish now' }));
  expect(stage.sent('useSaveArticleMutation')['input']).toEqual({ id: 'a1', revision: 3, publishAt: null });
});

it('offers viewers no edits, and no log without permission', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', values({ canEdit: false, canReadLogs: false }));
  for (const name of ['Save Article', 'More actions'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('tab', { name: 'History' })).toBeNull();
  expect((title() as HTMLInputElement).disabled).toBe(true);
  expect(screen.queryByText('Sentences')).toBeNull();
});

const highlight = (value: string) => `t_hightlight=${value}`;
const forgetHighlight = () => void (document.cookie = `${highlight('')}; path=/; max-age=0`);

it.each([
  [null, 'enable'],
  [false, 'disable'],
])('marks words initially if the flag is on, unless turned off: %j', async (chosen, kept) => {
  onTestFinished(forgetHighlight);
  if (chosen !== null) setHighlightEnabled(chosen);
  const entitlements = ['FEATURE_HIGHLIGHT_TEXT'];
  await stage.answer<Types>('EditArticleScreenQuery', {
    ...values(),
    Project: () => ({ id: 'p7', databaseId: 7, name: 'Gazette', sourceTypes: [], entitlements, roles: [] }),
  });
  expect(document.cookie).toContain(highlight(kept));
});

it.each([
  [[], 0],
  [['FEATURE_HIGHLIGHT_TEXT'], 1],
])('follows words only with the flag: %j', async (entitlements, offered) => {
  onTestFinished(forgetHighlight);
  if (offered === 0) setHighlightEnabled(true);
  await stage.answer<Types>('EditArticleScreenQuery', {
    ...values({ audio: { url: 'http://localhost/download/audio/k.mp3', durationMs: 1_000 } }),
    Project: () => ({ id: 'p7', databaseId: 7, name: 'Gazette', sourceTypes: [], entitlements, roles: [] }),
  });
  expect(screen.queryAllByRole('switch', { name: 'Highlight words' })).toHaveLength(offered);
  expect(screen.queryAllByRole('textbox', { name: 'Text' })).toHaveLength(1 - offered);
});

it('marks no words initially without the flag', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', values());
  expect(document.cookie).not.toContain('t_hightlight');
});

it('is not found under the URL of another project', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', {
    ...values(),
    Project: () => ({ id: 'p7', databaseId: 8, name: 'Other', sourceTypes: [], entitlements: [], roles: [] }),
  });
  expect(screen.getByRole('heading', { name: 'Not found' })).toBeTruthy();
});

it('keeps the form if the log fails to load, and can retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await stage.answer<Types>('EditArticleScreenQuery', values());
  await user.type(title(), '!');
  await openTab('History');
  expect(screen.getByText('3 sentences, 1,500 characters generated')).toBeTruthy();
  await user.click(screen.getByRole('heading', { name: 'Log' }));
  await stage.fail(
    'ArticleLogQuery',
    new ServerError('Internal server error', 'INTERNAL_SERVER_ERROR', '7d1f'),
  );
  expect(screen.getByText('Couldn’t load the history.')).toBeTruthy();
  expect((title() as HTMLInputElement).value).toBe('The lamp!');
  await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!);
  expect(stage.isPending('ArticleLogQuery')).toBe(true);
});

it('shows changes word by word, and only omits unreadable ones', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', values());
  await openTab('History');
  await user.click(screen.getByRole('heading', { name: 'Log' }));
  const changes = [
    [
      { kind: 'KEPT', text: 'The ' },
      { kind: 'REMOVED', text: 'old' },
      { kind: 'ADDED', text: 'new' },
      { kind: 'KEPT', text: ' lamp' },
    ],
    [{ kind: 'KEPT', text: 'The lamp' }],
    [],
  ];
  const entries = ['TITLE_CHANGED', 'TEXT_CHANGED', 'LABELS_CHANGED'].map((code, index) => ({
    id: code,
    code,
    action: 'in English',
    createdAt: '2026-01-02T03:04:05.000Z',
    __typename: 'ArticleLogEntry',
    text: null,
    user: null,
    version: null,
    extractorRules: null,
    changes: changes[index],
  }));
  const edges = entries.map((entry, index) => ({
    cursor: String(index),
    node: index === 2 ? { ...entry, changes: null } : entry,
  }));
  await stage.answerWith('ArticleLogQuery', {
    data: {
      article: {
        __typename: 'Article',
        id: 'a1',
        audio: null,
        log: { edges, pageInfo: { endCursor: '2', hasNextPage: true } },
      },
    },
    errors: [{ message: 'Internal server error', path: ['article', 'log', 'edges', 2, 'node', 'changes'] }],
  } as never);
  const shown = screen.getByRole('group', { name: 'Changes' });
  expect(shown.innerHTML).toBe('<span>The </span><del>old</del><ins>new</ins><span> lamp</span>');
  expect(screen.getByText('No changes detected')).toBeTruthy();
  expect(screen.getByText('Error parsing log data')).toBeTruthy();
  expect(screen.getByText('Labels changed')).toBeTruthy();
});

it('loads older log entries on demand, with their number', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', values());
  await openTab('History');
  await user.click(screen.getByRole('heading', { name: 'Sentences' }));
  const page = (texts: string[], hasNextPage: boolean) => {
    const node = (spokenText: string) => ({
      __typename: 'Chunk',
      id: spokenText,
      spokenText,
      createdAt: '2026-01-02T03:04:05.000Z',
      charactersCharged: 4,
      audioUrl: 'http://localhost/download/audio/k.mp3',
      isCached: false,
      version: 'v',
      changes: null,
    });
    return {
      chunks: {
        edges: texts.map((text) => ({ cursor: text, node: node(text) })),
        pageInfo: { endCursor: texts.at(-1), hasNextPage },
      },
    };
  };
  await stage.answerWith('ArticleChunksQuery', {
    data: { article: { __typename: 'Article', id: 'a1', audio: null, ...page(['One.', 'Two.'], true) } },
  } as never);
  screen.getByRole('button', { name: 'Load more sentences' }).focus();
  await user.keyboard('{Enter}');
  expect(stage.sent<ArticleChunksPageQuery>('ArticleChunksPageQuery')).toMatchObject({
    id: 'a1',
    count: 15,
    cursor: 'Two.',
  });
  await stage.answerWith('ArticleChunksPageQuery', {
    data: { node: { __typename: 'Article', id: 'a1', audio: null, ...page(['Three.'], false) } },
  } as never);
  expect(
    screen.getAllByRole('listitem').map((item) => item.textContent!.match(/(One|Two|Three)\.$/)?.[1]),
  ).toEqual(['One', 'Two', 'Three']);
  expect(screen.queryByRole('button', { name: 'Load more sentences' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Showing all 3 sentences');
});

async function meetConflict(theirs: { title?: string; text?: string; labels?: string[] }) {
  await stage.answerWith('useSaveArticleMutation', {
    data: {
      result: {
        __typename: 'ConflictError',
        __isError: 'ConflictError',
        message: 'It was changed meanwhile.',
      },
    },
  });
  const now = {
    title: 'The lamp',
    url: null,
    text: 'It burns.',
    labels: ['sea'],
    rssAutoUpdate: false,
    revision: 5,
    ...theirs,
  };
  await stage.answer<Types>('useSaveArticleLatestQuery', {
    ...values(now),
    Article: () => ({ ...(values(now).Article as () => object)(), editedBy: { name: 'Edda' } }) as never,
  });
  return within(screen.getByRole('dialog', { name: 'This article has been changed in the meantime' }));
}
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });

it('shows what someone else saved in the meantime, and merges both changes if they fit together', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', values({ text: 'One. Two. Three. Four.' }));
  await user.clear(text());
  await user.type(text(), 'One. Two. Three. Four, mine.');
  await save();
  const dialog = await meetConflict({ text: 'One, theirs. Two. Three. Four.', title: 'Their lamp' });
  expect(dialog.getByText(/^Edda has saved changes since you started/)).toBeTruthy();
  expect(
    dialog.getAllByRole('radio').map((radio) => [radio.ariaLabel, (radio as HTMLInputElement).checked]),
  ).toEqual([
    ['Text: Theirs', false],
    ['Text: Yours', false],
    ['Text: Both combined', true],
  ]);
  expect(stage.isPending('useSaveArticleMutation')).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Save selection' }));
  expect(stage.sent<useSaveArticleMutation>('useSaveArticleMutation').input).toEqual({
    id: 'a1',
    revision: 5,
    text: 'One, theirs. Two. Three. Four, mine.',
  });
});

it('overwrites no conflicting change of others, and loses no input', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', values());
  await user.type(title(), ' of mine');
  await save();
  const dialog = await meetConflict({ title: 'Their lamp' });
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }));
  expect((title() as HTMLInputElement).value).toBe('The lamp of mine');
  await user.keyboard('{Control>}s{/Control}');
  expect(stage.sent<useSaveArticleMutation>('useSaveArticleMutation').input).toMatchObject({
    revision: 3,
    title: 'The lamp of mine',
  });
  const again = await meetConflict({ title: 'Their lamp' });
  await user.click(again.getByRole('radio', { name: 'Title: Theirs' }));
  await user.click(again.getByRole('button', { name: 'Save selection' }));
  expect(stage.isPending('useSaveArticleMutation')).toBe(false);
  expect((title() as HTMLInputElement).value).toBe('Their lamp');
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('links to the review with permission, and shows what a save has cost', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', {
    ...values({ databaseId: 4, audio: { url: 'http://localhost/download/audio/k.mp3', durationMs: 1000 } }),
    Project: () => ({
      id: 'p7',
      databaseId: 7,
      name: 'Gazette',
      sourceTypes: [],
      entitlements: ['QA'],
      roles: [],
    }),
  });
  expect(screen.getByRole('link', { name: 'review' }).getAttribute('href')).toBe('/projects/7/qa/4/edit');
  await user.type(title(), '!');
  await save();
  const saved = (values({ title: 'The lamp!', revision: 4, databaseId: 4 }).Article as () => object)();
  await stage.succeed('useSaveArticleMutation', 'UpdateArticleSuccess', {
    article: {
      __typename: 'Article',
      ...saved,
      audio: {
        version: 'k',
        url: 'http://localhost/download/audio/k.mp3',
        transcriptUrl: 'http://localhost/k.vtt',
        durationMs: 1000,
        teaser: null,
      },
      lastVoicing: { sentencesVoiced: 1, charactersVoiced: 75, charactersSaved: 6748 },
      project: {
        __typename: 'Project',
        id: 'p7',
        databaseId: 7,
        entitlements: ['QA'],
        roles: [],
        sourceTypes: [],
      },
    },
  });
  expect(screen.getByText('Article saved')).toBeTruthy();
  expect(screen.getByText('1 sentence regenerated · 75 characters used, 6,748 saved')).toBeTruthy();
});

it('receives audio from list rows, saves and any other query', () => {
  expect(audioDocuments.map(([name]) => name)).toEqual(
    expect.arrayContaining(['ProjectEventsSubscription', 'ArticlesTableQuery', 'useSaveArticleMutation']),
  );
});

it.each(audioDocuments)('shows audio that was generated later, announced by %s', async (_, document) => {
  await stage.answer<Types>('EditArticleScreenQuery', values({ status: 'PROCESSING' }));
  expect(screen.queryByRole('link', { name: 'Transcript' })).toBeNull();
  const told = createOperationDescriptor(document, { id: '4' });
  const { data } = MockPayloadGenerator.generate(told, {
    Article: () => ({ id: 'a1', title: 'The lamp', publishedAt: null, publishAt: null, status: 'READY' }),
    Project: values().Project!,
    Audio: () => ({
      url: 'http://localhost/download/audio/a.mp3',
      durationMs: 1_500,
      transcriptUrl: 'http://localhost/download/audio/a.vtt',
      teaser: null,
    }),
  }) as { data: PayloadData };
  act(() => stage.environment.commitPayload(told, data));
  expect(screen.getByRole('link', { name: 'Transcript' })).toBeTruthy();
});

const watching = () =>
  stage.environment.mock
    .getAllOperations()
    .find(({ request }) => request.node.params.name === 'ArticleEventsSubscription')!;

it('shows that someone else deleted the article, and keeps the typed text', async () => {
  await stage.answer<Types>('EditArticleScreenQuery', values());
  await user.type(title(), ' of the sea');
  expect(screen.queryByRole('alert')).toBeNull();
  await act(async () =>
    stage.environment.mock.nextValue(watching(), { data: { article: { kind: 'DELETED', article: null } } }),
  );
  expect(screen.getByRole('alert').textContent).toContain('has been deleted');
  expect((title() as HTMLInputElement).value).toBe('The lamp of the sea');
});

it.each([
  ['was deleted before the subscription started', null, 1],
  ['cannot be subscribed to now', { __typename: 'Article', id: 'a1' }, 0],
])('shows an article that %s', async (_, article, notices) => {
  await stage.answer<Types>('EditArticleScreenQuery', values());
  await act(async () => stage.environment.mock.reject(watching(), new Error('The subscription ended')));
  await stage.answerWith('ArticleEventsQuery', { data: { article } });
  expect(screen.queryAllByRole('alert')).toHaveLength(notices);
});

it('shows next to Save, while typing, what would be regenerated and why it is more', async () => {
  await stage.answer<Types>(
    'EditArticleScreenQuery',
    values({ audio: { url: 'http://localhost/download/audio/k.mp3', durationMs: 1_000 } }),
  );
  await openTab('Publishing');
  await user.click(screen.getByRole('checkbox', { name: 'rss auto update' }));
  await user.type(title(), ' of the pier');
  await vi.waitFor(() => expect(stage.isPending('ChangeQuoteQuery')).toBe(true));
  expect(stage.sent('ChangeQuoteQuery')).toEqual({
    article: 'a1',
    title: 'The lamp of the pier',
    text: 'It burns.',
    url: null,
    labels: ['sea'],
  });
  const quote = {
    sentences: 1,
    sentencesUnedited: 0,
    characters: 81,
    charactersCharged: 81,
    cost: 0,
    isEstimate: false,
    charactersLeftToday: null,
    ruleOutcome: null,
    voiceChange: null,
  };
  const answer = (changeQuote: object) =>
    stage.answer('ChangeQuoteQuery', {
      Article: () => ({ id: 'a1', project: { id: 'p7', balance: 500, organization: null }, changeQuote }),
    });
  await answer(quote);
  expect(screen.getByText('1 sentence to generate · 81 characters')).toBeTruthy();
  await user.type(title(), '!');
  await vi.waitFor(() => expect(stage.isPending('ChangeQuoteQuery')).toBe(true));
  await answer({
    ...quote,
    sentences: 12,
    sentencesUnedited: 11,
    characters: 900,
    voiceChange: { before: 'Ada', after: 'Otto' },
  });
  expect(screen.getByText('12 sentences to generate · 900 characters')).toBeTruthy();
  expect(
    screen.getByText(
      'This audio was generated with Ada; the article’s voice is now Otto. Saving also regenerates 11 sentences that you didn’t edit.',
    ),
  ).toBeTruthy();
});

it.each([
  ['with low confidence', 0.6, false, true],
  ['on hold at medium confidence', 0.85, true, true],
  ['with high confidence', 0.85, false, false],
])('links from an article %s to the excluded parts of its page', async (_, confidence, isUnsure, leads) => {
  const url = 'https://gazette.example/lamp';
  await stage.answer<Types>(
    'EditArticleScreenQuery',
    values({ url, confidence, isUnsure }, { canConfigure: true }),
  );
  const link = screen.queryByRole('link', { name: 'Show what was left out' });
  expect(link?.getAttribute('href') ?? null).toBe(
    leads ? `/projects/7/settings?page=${encodeURIComponent(url)}#parsing` : null,
  );
});
