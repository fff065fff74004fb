import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { ArticlePublications_article$data } from '../../../__generated__/ArticlePublications_article.graphql.ts';
import { openArticle } from '../../../../testing/open-article.tsx';
import type { Fields, Stage } from '../../../../testing/screen.tsx';

interface Types {
  Article: Fields<ArticlePublications_article$data>;
  Project: { id: string; databaseId: number; name: string; canConfigure: boolean };
}

const user = userEvent.setup();
let stage: Stage;
beforeEach(async () => {
  stage = await openArticle({ withChannels: true });
});

const publication = (number: number, given: object = {}) => ({
  __typename: 'ArticlePublication',
  state: 'PUBLISHED',
  isTeaser: false,
  publishedAt: null,
  message: 'In the feed.',
  code: 'PUBLICATION_IN_FEED',
  parameters: {},
  channel: { __typename: 'Channel', id: `c${number}`, databaseId: number, name: `Channel ${number}` },
  ...given,
});

async function show(publications: object[], canConfigure = true): Promise<HTMLElement> {
  await stage.answer<Types>('EditArticleScreenQuery', {
    Article: () => ({
      id: 'a1',
      status: 'READY',
      revision: 1,
      audio: null,
      publishedAt: null,
      publishAt: null,
      url: null,
      confidence: null,
      duplicateOf: null,
      holdReason: null,
      error: null,
    }),
    Project: () => ({ id: 'p7', databaseId: 7, name: 'Gazette', canConfigure }),
  } as never);
  await user.click(screen.getByRole('tab', { name: 'Channels' }));
  await stage.answerWith('ArticlePublicationsQuery', {
    data: { article: { __typename: 'Article', id: 'a1', publications } },
  } as never);
  return screen.getByRole('region', { name: 'Channels' });
}

it('shows per channel whether the article is there or why not, with a link', async () => {
  const panel = within(
    await show([
      publication(1, { isTeaser: true, publishedAt: '2026-03-01T06:00:00.000Z' }),
      publication(2, { state: 'PENDING', message: 'Waiting for its audio.' }),
      publication(3, { state: 'NOT_INCLUDED', message: 'Not included: its audio couldn’t be generated.' }),
    ]),
  );
  const rows = panel.getAllByRole('listitem');
  expect(rows.map((row) => within(row).getByRole('img').getAttribute('aria-label'))).toEqual([
    'Published',
    'Pending',
    'Not included',
  ]);
  expect(rows[0]!.textContent).toMatch(/^Channel 1In the feed\. Teaser only\. Since .*2026/);
  expect(rows[1]!.textContent).toMatch(/^Channel 2Waiting for its audio\.\s*$/);
  expect(panel.getByText('1 of 3')).toBeTruthy();
  expect(panel.getByRole('link', { name: 'Channel 2' }).getAttribute('href')).toBe('/projects/7/channel/2');
});

it('shows the first of many channels, and all on demand', async () => {
  const panel = within(await show(Array.from({ length: 200 }, (_, index) => publication(index + 1))));
  expect(panel.getAllByRole('listitem')).toHaveLength(8);
  await user.click(panel.getByRole('button', { name: 'Show all 200 channels' }));
  expect(panel.getAllByRole('listitem')).toHaveLength(200);
});

it('links to creating the first channel, only with permission', async () => {
  const none = 'This project has no channels yet.';
  const panel = within(await show([]));
  expect(panel.getByText(none, { exact: false })).toBeTruthy();
  expect(panel.getByRole('link', { name: 'Add channel' }).getAttribute('href')).toBe(
    '/projects/7/add-channel',
  );
});

it('has no links without permission to configure', async () => {
  const panel = within(await show([publication(1)], false));
  expect(panel.queryByRole('link')).toBeNull();
  expect(panel.getByText('Channel 1')).toBeTruthy();
});
