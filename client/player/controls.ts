import { assign, clock, fill, icon, make, say } from './elements.ts';
import type { PlayerWords } from './generated/player-words.ts';
import { guard } from './guard.ts';
import type { PlayerConfig } from './player-config.ts';
import type { PlayerRequest, PlayerState, Store } from './store.ts';

/** What every piece of the player works with. */
export interface Ui {
  /** Entries of the menu of features, and its title; missing: there is none. */
  menu?: () => Choice[];
  menuTitle?: string;
  store: Store;
  texts: PlayerWords;
  /** Where the player's own elements and styles are. */
  root: ShadowRoot;
  announce(words: string): void;
}

/** What can be chosen in the place of the controls. */
export interface Choice {
  label: string;
  /** Missing: it is an action, and no choice. */
  chosen?: boolean;
  request?: PlayerRequest;
  act?: () => void;
  /** What it is instead of a button. */
  node?: HTMLElement;
}

/** A part of the player that shows something of the state. */
export interface Piece {
  node: HTMLElement;
  render(state: Readonly<PlayerState>): void;
}

/** A version of the player, with a place for services' buttons. */
export type Version = Piece & { css: string; tools: HTMLElement };

/** How it is made. */
export type BuildVersion = (ui: Ui) => Version | Promise<Version>;

export const labelOf = (words: string, custom: string | undefined): string => custom?.trim() || words;

export function button(
  ui: Ui,
  kind: string,
  label: string,
  drawing: Node | string,
  request: PlayerRequest | (() => void),
): HTMLButtonElement {
  const node = make(
    'button',
    { type: 'button', class: `button ${kind}`, 'aria-label': typeof drawing === 'string' ? null : label },
    drawing,
  );
  if (typeof drawing !== 'string') node.title = label;
  node.addEventListener(
    'click',
    guard(() => (typeof request === 'function' ? request() : ui.store.request(request))),
  );
  return node;
}

/** The path of a cross. */
export const closeIconPath = 'M6.5 6.5l11 11M17.5 6.5l-11 11';

const faces = {
  play: 'fM8 5.2v13.6L19 12z',
  pause: 'fM7 5.5h3.6v13H7zM13.4 5.5H17v13h-3.6z',
  again: 'M19 12a7 7 0 1 1-2-5l2 2M19 4.5V9h-4.5',
};

/** Play, pause, try again; a ring turns around it while it loads. */
export function playButton(ui: Ui, words?: PlayerConfig['channel']['texts']): Piece {
  const node = button(ui, 'play', '', icon(faces.play), { type: 'toggle' });
  const label = make('span', { class: 'play-label' });
  if (words) node.append(label);
  let shown = '';
  return {
    node,
    render({ wanted, phase }) {
      const next = wanted ? 'pause' : phase === 'failed' ? 'again' : 'play';
      if (next !== shown) node.replaceChild(icon(faces[(shown = next)]), node.firstChild!);
      const { texts, store } = ui;
      const name = wanted
        ? labelOf(texts.pause, words?.pauseButton)
        : phase === 'failed'
          ? texts.tryAgain
          : labelOf(texts.play, words?.playButton);
      say(label, name);
      assign(node, 'aria-label', `${name}: ${store.item.title}`);
      node.title = name;
      assign(node, 'data-loading', phase === 'loading' ? '' : null);
      assign(node, 'disabled', store.state.problem === 'gone' ? '' : null);
    },
  };
}

/** Seconds that only a seek moves between two reports of the position, at twice the speed too. */
const jump = 3;

/**
 * Where it is, and whereto it shall go: a slider, which shows the advertisement while there is one. Its keys
 * are with the others (`shortcuts.ts`).
 */
export function timeline(ui: Ui): Piece {
  const { store, texts } = ui;
  const node = make('input', { type: 'range', class: 'timeline', min: 0, step: 1, value: 0, dir: 'ltr' });
  let dragging = false;
  let [at, length, did] = [0, 0, ''];
  const drag = (value: boolean) => () => void (dragging = value);
  node.addEventListener('pointerdown', drag(true));
  for (const end of ['pointerup', 'pointercancel', 'blur']) node.addEventListener(end, drag(false));
  node.addEventListener(
    'input',
    guard(() => {
      show(+node.value, +node.max);
      speak(+node.value, +node.max);
    }),
  );
  node.addEventListener('focus', () => speak(at, length));
  node.addEventListener(
    'change',
    guard(() => {
      dragging = false;
      store.request({ type: 'seek', to: +node.value });
    }),
  );
  function show(time: number, duration: number): void {
    node.style.setProperty('--at', `${duration ? Math.min(100, (time / duration) * 100) : 0}%`);
  }
  function speak(time: number, duration: number): void {
    assign(node, 'aria-valuetext', fill(texts.positionOf, { time: clock(time), duration: clock(duration) }));
  }
  return {
    node,
    render(state) {
      const { time, duration } = state.ad ?? state;
      assign(node, 'aria-label', state.ad ? texts.advertisement : texts.position);
      assign(node, 'max', Math.ceil(duration) || 1);
      node.disabled = Boolean(state.ad) || state.problem === 'gone';
      // Screen readers speak each change over the article: only what the listener does changes the words.
      const now = `${state.wanted} ${state.index} ${Boolean(state.ad)}`;
      const isDone = now !== did || Math.abs(time - at) > jump;
      did = now;
      at = time;
      length = duration;
      if (dragging) return;
      node.value = `${time}`;
      show(time, duration);
      if (isDone) speak(time, duration);
    },
  };
}

/** Time passed and whole time. */
export function timeText(): Piece {
  const node = make('span', { class: 'time', 'aria-hidden': 'true' });
  return {
    node,
    render(state) {
      const { time, duration } = state.ad ?? state;
      say(node, time || state.wanted ? `${clock(time)} / ${clock(duration)}` : clock(duration));
    },
  };
}

/** What it is about: call to action, title, advertisement, or what went wrong. */
export function heading(ui: Ui, kind: 'cta' | 'title'): Piece {
  const node = make('span', { class: `heading ${kind}`, dir: 'auto' });
  return {
    node,
    render({ ad, problem }) {
      const { cta } = ui.store.config.channel;
      const usual = kind === 'cta' ? cta : ui.store.item.title;
      const words = problem ? ui.texts[problem] : ad ? ad.title || ui.texts.advertisement : usual;
      say(node, words);
      assign(node, 'data-problem', problem);
      node.title = words;
    },
  };
}

/** Marks synthetic speech as such. */
export const synthetic = (ui: Ui): HTMLElement => make('span', { class: 'synthetic' }, ui.texts.synthetic);

export const rateText = (rate: number): string => `${rate}×`;

/** Opens the choice of speeds, and shows the current one. */
export function speedButton(ui: Ui): Piece {
  const node = button(ui, 'speed', ui.texts.speed, make('span'), { type: 'view', view: 'speed' });
  return {
    node,
    render({ rate }) {
      say(node.firstChild!, rateText(rate));
      assign(node, 'aria-label', `${ui.texts.speed}: ${rateText(rate)}`);
    },
  };
}

/** Where services put their buttons. That of transcripts, which comes late, has its room from the start. */
export const toolBox = ({ store }: Ui): HTMLElement =>
  make(
    'div',
    { class: 'tools' },
    ...(store.config.items.some(({ transcript }) => transcript) ? [make('span', { class: 'coming' })] : []),
  );

/** Several pieces in one box. */
export function group(kind: string, ...pieces: (Piece | Node)[]): Piece {
  const node = make('div', { class: kind }, ...pieces.map((piece) => ('node' in piece ? piece.node : piece)));
  return {
    node,
    render(state) {
      for (const piece of pieces) if ('render' in piece) piece.render(state);
    },
  };
}
