import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterEach, vi } from 'vitest';
import { patience } from '../../scripts/patience.ts';
import { forgetMessages } from '../dashboard/ui/messages.ts';
import { player } from '../dashboard/ui/player/player.ts';

// Relay's mock environment records its calls with Jest's functions, which Vitest's replace.
Object.assign(globalThis, { jest: vi });

// React notes of up to ten thousand elements a second where they were made, for developer tools: an error
// with its stack for each, a sixth of what a test of a large form takes. This says that there were as many
// already.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} });

// What is seen, browser tests check: to compute the style of every element on the way to a role takes jsdom
// seconds. What is waited for may take a busy machine longer than the second that is usual.
configure({ defaultHidden: true, asyncUtilTimeout: patience.condition });

/** What jsdom leaves out of the browser, as far as the dashboard's components call it. */
Object.assign(window, {
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  scrollTo() {},
  CSS: { escape: (name: string) => name.replace(/[^\w-]/g, '\\$&') },
});
Object.assign(document, { fonts: new EventTarget() });
Element.prototype.scrollIntoView = () => {};
HTMLElement.prototype.hidePopover = () => {};
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};

afterEach(() => {
  cleanup();
  // Files share their worker's modules, and so the messages and what is played; and Mantine leaves what it
  // measures text with.
  forgetMessages();
  player.close();
  document.body.replaceChildren();
  sessionStorage.clear();
  localStorage.clear();
  vi.useRealTimers();
});
