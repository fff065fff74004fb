import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { RenderWhenNear } from './RenderWhenNear.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * Stands in for IntersectionObserver, which jsdom lacks.
 * @returns a function that reports an element as near
 */
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
const pass = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
const far = (wanted = false) => (
  <RenderWhenNear waiting="later" wanted={wanted}>
    <p>the rest</p>
  </RenderWhenNear>
);

it('renders when near, and stays', () => {
  const tell = watchPlaces();
  render(far());
  tell(false);
  expect(screen.queryByText('the rest')).toBeNull();
  screen.getByText('later');
  tell(true);
  screen.getByText('the rest');
  expect(screen.queryByText('later')).toBeNull();
});

it('renders content when it comes near, and keeps it rendered', () => {
  watchPlaces();
  const { rerender } = render(far());
  expect(screen.queryByText('the rest')).toBeNull();
  rerender(far(true));
  screen.getByText('the rest');
  rerender(far());
  screen.getByText('the rest');
});

it('renders immediately without IntersectionObserver', () => {
  render(far());
  screen.getByText('the rest');
});

it.each([
  ['beforeprint', () => fireEvent(window, new Event('beforeprint'))],
  ['Ctrl+F', () => fireEvent.keyDown(window, { key: 'f', ctrlKey: true })],
  ['⌘F', () => fireEvent.keyDown(window, { key: 'F', metaKey: true })],
  ['F3', () => fireEvent.keyDown(window, { key: 'F3' })],
])('renders for printing and page search: %s', (_, begin) => {
  watchPlaces();
  render(far());
  fireEvent.keyDown(window, { key: 'f' });
  expect(screen.queryByText('the rest')).toBeNull();
  begin();
  screen.getByText('the rest');
});

it('renders after the page has been idle', () => {
  vi.useFakeTimers();
  watchPlaces();
  render(far());
  pass(4_900);
  expect(screen.queryByText('the rest')).toBeNull();
  pass(100);
  screen.getByText('the rest');
});
