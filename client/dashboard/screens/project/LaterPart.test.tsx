import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import query, { type LaterPartQuery } from '../../__generated__/LaterPartQuery.graphql.ts';
import type { ProjectPage_project$data } from '../../__generated__/ProjectPage_project.graphql.ts';
import type { projectPart_gate$data } from '../../__generated__/projectPart_gate.graphql.ts';
import { renderScreen, type Fields } from '../../../testing/screen.tsx';
import LaterPart from './LaterPart.tsx';

interface Types {
  Project: Fields<ProjectPage_project$data> & Fields<projectPart_gate$data>;
}

it('says plainly that statistics come with a later release', async () => {
  const stage = await renderScreen<LaterPartQuery>(
    LaterPart,
    query,
    { id: '7' },
    { path: '/projects/:id/stats', at: '/projects/7/stats' },
  );
  await stage.answer<Types>('LaterPartQuery', {
    Project: () => ({
      databaseId: 7,
      name: 'Gazette',
      canWrite: true,
      canConfigure: true,
      entitlements: [],
      roles: ['MAINTAINER'],
    }),
  });
  expect(screen.getByRole('heading', { name: 'No data to display' })).toBeTruthy();
});
