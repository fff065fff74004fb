import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { WhenNear } from './WhenNear.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Browsers tell of what is near; jsdom does not. @returns what says so */
function watchPlaces() {
  let tell: (near: boolean) => void = () => {};
  class Observer {
    constructor(told: (entries: { isIntersecting: boolean }[]) => void) {
      tell = (isIntersecting) => act(() => told([{ isIntersecting }]));
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return (near: boolean) => tell(near);
}
const far = (wanted = false) => (
  <WhenNear waiting="later" wanted={wanted}>
    <p>the rest</p>
  </WhenNear>
);

it('waits until it is near, and stays', () => {
  const tell = watchPlaces();
  render(far());
  tell(false);
  expect(screen.queryByText('the rest')).toBeNull();
  screen.getByText('later');
  tell(true);
  screen.getByText('the rest');
  expect(screen.queryByText('later')).toBeNull();
});

it('is there for whoever is on the way to it, also afterwards', () => {
  watchPlaces();
  const { rerender } = render(far());
  expect(screen.queryByText('the rest')).toBeNull();
  rerender(far(true));
  screen.getByText('the rest');
  rerender(far());
  screen.getByText('the rest');
});

it('is there at once where no browser tells', () => {
  render(far());
  screen.getByText('the rest');
});
