import { act, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { ReturnToPlace } from './ReturnToPlace.tsx';

afterEach(() => vi.unstubAllGlobals());

/** A window of 500 px, which jsdom has no heights for. @returns what makes its screen taller */
function openWindow() {
  let height = 500;
  let tell = () => {};
  vi.stubGlobal('innerHeight', 500);
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('scrollTo', (_: number, to: number) => {
    vi.stubGlobal('scrollY', Math.min(to, height - 500));
    // Browsers tell of it later.
    setTimeout(() => dispatchEvent(new Event('scroll')));
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        tell = told;
      }
      observe() {}
      disconnect() {
        tell = () => {};
      }
    },
  );
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => height);
  return (to: number) =>
    told(() => {
      height = to;
      tell();
    });
}

/** Waits until the resulting events have fired. */
const told = (what: () => unknown) =>
  act(async () => {
    await what();
    await new Promise((resolve) => setTimeout(resolve));
  });

function Other({ onShown }: { onShown: () => void }) {
  useLayoutEffect(onShown);
  return <p>Other</p>;
}

/**
 * Leaves a screen at 900 px, and comes back to it, when it is as tall as the window.
 * @param onOther called when the other screen is in the page, before its effects have run
 */
async function comeBack(onOther = () => {}) {
  const grow = openWindow();
  const router = createMemoryRouter([
    {
      element: (
        <>
          <ReturnToPlace />
          <Outlet />
        </>
      ),
      children: [
        { path: '/', element: <p>Here</p> },
        { path: '/other', element: <Other onShown={onOther} /> },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  await grow(2_000);
  await told(() => scrollTo(0, 900));
  await told(() => router.navigate('/other'));
  await grow(500);
  await told(() => scrollTo(0, 0));
  await told(() => router.navigate(-1));
  return grow;
}

it('restores the scroll position as soon as the screen is tall enough', async () => {
  const grow = await comeBack();
  await grow(1_100);
  expect(scrollY).toBe(600);
  await grow(2_000);
  expect(scrollY).toBe(900);
});

it('stops restoring the scroll position once the user drags the scroll bar', async () => {
  const grow = await comeBack();
  await grow(1_100);
  await told(() => scrollTo(0, 300));
  await grow(2_000);
  expect(scrollY).toBe(300);
});

it('keeps the position of a screen that the next one makes shorter', async () => {
  const grow = await comeBack(() => {
    vi.stubGlobal('scrollY', 100);
    dispatchEvent(new Event('scroll'));
  });
  await grow(2_000);
  expect(scrollY).toBe(900);
});
