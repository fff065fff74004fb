/**
 * A publisher's pages made with React: rendered on the server, streamed, and taken over in the browser.
 * Without JSX, so that the server side of the tests reads it as it is.
 */
import { createElement, Fragment, StrictMode, Suspense, use, useEffect, useRef, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PlayerApi } from '../../client/player/mount-options.ts';

export interface AppProps {
  /** Address of the loader. */
  loader: string;
  kind: 'container' | 'element' | 'mount' | 'document';
  isStrict?: boolean;
}

declare global {
  interface Window {
    app: AppProps;
    Parlance?: PlayerApi;
    recovered: string[];
  }
}

const embed = { className: 'parlance-player', 'data-channel': 'react', 'data-article': '1' };

/** Puts a player into an element once React has made it. */
function Mounted() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const handle = window.Parlance!.mount(place.current!, { channel: 'react', article: 1 });
    return () => handle.unmount();
  }, []);
  return createElement('div', { ref: place, id: 'place' });
}

function Player({ kind }: AppProps) {
  if (kind === 'mount') return createElement(Mounted);
  if (kind === 'element') return createElement('parlance-player', { channel: 'react', article: '1' });
  return createElement('div', embed);
}

let shown: Promise<void> | undefined;
/** What a server has only later. */
function Late(props: AppProps & { arrives?: Promise<void> }) {
  use(props.arrives ?? (shown ??= Promise.resolve()));
  return createElement('section', { id: 'late' }, createElement(Player, props));
}

function Text() {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => setIsOn(true), []);
  return createElement('p', { id: 'text' }, isOn ? 'Taken over' : 'From the server');
}

function Article(props: AppProps & { arrives?: Promise<void> }) {
  const [turn, setTurn] = useState(0);
  return createElement(
    Fragment,
    null,
    createElement('h1', null, 'Harbour'),
    props.kind === 'document'
      ? createElement(Suspense, { fallback: createElement('p', null, 'Loading') }, createElement(Late, props))
      : createElement(Player, { ...props, key: turn }),
    createElement(Text),
    createElement('button', { id: 'again', onClick: () => setTurn(turn + 1) }, 'Again'),
  );
}

export function App({ arrives, ...props }: AppProps & { arrives?: Promise<void> }) {
  const article = createElement(Article, { ...props, ...(arrives && { arrives }) });
  const page =
    props.kind === 'document'
      ? createElement(
          'html',
          { lang: 'en' },
          createElement(
            'head',
            null,
            createElement('title', null, 'Harbour'),
            createElement('script', { async: true, src: props.loader }),
          ),
          createElement('body', null, article),
        )
      : article;
  return props.isStrict ? createElement(StrictMode, null, page) : page;
}

if (typeof document !== 'undefined') {
  window.recovered = [];
  const { app } = window;
  const root = app.kind === 'document' ? document : document.querySelector('#root')!;
  hydrateRoot(root, createElement(App, app), {
    onRecoverableError: (error) => void window.recovered.push(String(error)),
  });
}
