import { act, render } from '@testing-library/react';
import { startTransition, Suspense, use, useEffect, useState } from 'react';
import { RelayEnvironmentProvider } from 'react-relay';
import { Environment, Network, RecordSource, Store } from 'relay-runtime';
import { expect, it } from 'vitest';
import query, { type PlaylistsFieldQuery } from '../__generated__/PlaylistsFieldQuery.graphql.ts';
import { useFreshQuery } from './use-fresh-query.ts';

const endless = new Promise<never>(() => {});

function Playlists() {
  const { project } = useFreshQuery<PlaylistsFieldQuery>(query, { id: 'p1' } as never);
  return <p>{project ? 'project' : 'none'}</p>;
}

const Endless = () => use(endless);

/** Shows a list, which can be closed, and rendered with something whose data never arrives. */
function openList() {
  let requests = 0;
  const environment = new Environment({
    network: Network.create(async () => {
      requests += 1;
      return { data: { project: null } };
    }),
    store: new Store(new RecordSource()),
  });
  let change: (to: { open: boolean; endless: boolean }) => void = () => {};
  function Screen() {
    const [shown, setShown] = useState({ open: true, endless: false });
    useEffect(() => {
      change = setShown;
    }, []);
    return (
      <>
        {shown.open && <Playlists />}
        {shown.endless && <Endless />}
      </>
    );
  }
  render(
    <RelayEnvironmentProvider environment={environment}>
      <Suspense fallback="loading">
        <Screen />
      </Suspense>
    </RelayEnvironmentProvider>,
  );
  return {
    requests: () => requests,
    show: (open: boolean) => act(async () => change({ open, endless: false })),
    /** Renders without end what React then discards. */
    renderInVain: () =>
      act(async () => {
        startTransition(() => change({ open: true, endless: true }));
      }),
  };
}

it('fetches once when it is mounted, however often it is rendered', async () => {
  const list = openList();
  await list.show(true);
  await list.show(true);
  expect(list.requests()).toBe(1);
});

it('fetches again when it is mounted again, also after a render that was discarded', async () => {
  const list = openList();
  await list.show(true);
  await list.renderInVain();
  await list.show(false);
  await list.show(true);
  expect(list.requests()).toBe(2);
});
