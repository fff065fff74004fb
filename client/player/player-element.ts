import baseCss from './base.css?inline';
import { contrast, css, luminance, parseColour, standOut, type Rgb } from './colours.ts';
import type { BuildVersion, Ui } from './controls.ts';
import { assign, make, say } from './elements.ts';
import { guard } from './guard.ts';
import type { PlayerConfig } from './player-config.ts';
import type { ServiceContext, StartService } from './player-services.ts';
import { createStore, type Store } from './store.ts';
import type { PlayerTexts } from './texts/player-texts.ts';

const versions: Record<2 | 3 | 4, () => Promise<{ build: BuildVersion }>> = {
  2: () => import('./version-2.ts'),
  3: () => import('./version-3.ts'),
  4: () => import('./version-4.ts'),
};
const languages: Record<PlayerConfig['language'], () => Promise<{ texts: PlayerTexts }>> = {
  en: () => import('./texts/texts-en.ts'),
  de: () => import('./texts/texts-de.ts'),
  fr: () => import('./texts/texts-fr.ts'),
};

/** `<parlance-audio>`: a player on the page. Scripts of the page may use its store. */
export class PlayerElement extends HTMLElement {
  declare store: Store;
  declare ui: Ui;
  /** What is to be done once it has its place. */
  declare placed: () => void;
  /** What ends it and its services. */
  declare end: () => void;
}

/** Defines the element; under another name, when the page has one of this. */
function define(name = 'parlance-audio'): void {
  if (customElements.get(name)) define(`${name}-`);
  else customElements.define(name, PlayerElement);
}

const sheet = (text: string): CSSStyleSheet => {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
};
let base: CSSStyleSheet | undefined;

/** Makes the player of a config. @param address where the loader came from */
export async function createPlayer(config: PlayerConfig, address: string): Promise<PlayerElement> {
  const { version } = config.channel;
  const asks = config.consent.provider === 'manager' || config.consent.provider === 'iab';
  const [{ build }, { texts }, statistics, consent] = await Promise.all([
    (versions[version] ?? versions[2])(),
    (languages[config.language] ?? languages.en)(),
    // There from the beginning, so that it misses nothing.
    config.eventsUrl ? import('./statistics/statistics.ts').catch(() => null) : null,
    // And this, so that its message does not come after the player in whose place it stands.
    asks ? import('./consent/consent.ts').catch(() => null) : null,
  ]);
  if (!base) define();
  base ??= sheet(baseCss);

  const store = createStore(config, window, guard);
  const element = new PlayerElement();
  const status = make('div', { role: 'status', class: 'status' });
  const announce = (words: string): void => say(status, words);
  const ui = (element.ui = { store, texts, announce });
  const view = build(ui);
  const slots = {
    consent: make('div', { class: 'consent' }),
    ad: make('div', { class: 'ad' }),
    reading: make('div', { class: 'reading' }),
  };
  const root = make(
    'div',
    { role: 'group', class: 'root', lang: config.language },
    slots.consent,
    slots.ad,
    view.node,
    slots.reading,
    status,
  );
  const { customCss, bordered, background } = config.channel;
  assign(root, 'data-bordered', bordered ? '' : null);
  assign(root, 'data-transparent', background === 'transparent' ? '' : null);
  const shadow = element.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [base, sheet(view.css), ...(customCss ? [sheet(customCss)] : [])];
  shadow.append(root);
  element.store = store;

  let problem = store.state.problem;
  let due = 0;
  const render = guard(() => {
    due = 0;
    const { state } = store;
    view.render(state);
    assign(root, 'aria-label', `${texts.player}: ${store.item.title}`);
    assign(root, 'data-phase', state.phase);
    if (state.problem === problem) return;
    problem = state.problem;
    announce(problem ? texts[problem] : '');
  });
  // However much changes at a click: shown once, in a task of its own.
  store.on('change', () => void (due ||= window.setTimeout(render)));
  // What is chosen from, in the place of the controls, is loaded when it is first asked for.
  const stop = store.on('change', ({ state }) => {
    if (state.view === 'main') return;
    stop();
    guard(async () =>
      (await import('./choices.ts')).addChoices(ui, element.shadowRoot!.querySelector('.player')!),
    )();
  });
  render();
  root.addEventListener('keydown', guard(shortcuts(store)));

  const seeing = new IntersectionObserver(
    guard((entries: IntersectionObserverEntry[]) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seeing.disconnect();
      store.request({ type: 'seen' });
    }),
    { threshold: 0.5 },
  );

  const ends = new Set<() => void>();
  element.end = () => {
    store.request({ type: 'close' });
    seeing.disconnect();
    for (const end of ends) guard(end)();
  };
  const context: ServiceContext = {
    config,
    store,
    element,
    page: window,
    base: address,
    slots,
    announce,
    guard,
  };
  element.placed = () => {
    tint(element);
    store.request({ type: 'load' });
    seeing.observe(element);
  };
  if (statistics) startService(context, async () => statistics.startStatistics, ends);
  if (consent) startService(context, async () => consent.startConsent, ends);
  startServices(context, ends);
  return element;
}

type Load = () => Promise<StartService>;

function startService(context: ServiceContext, load: Load, ends: Set<() => void>): void {
  guard(async () => ends.add(await (await load())(context)))();
}

/** Loads what the config asks for, when it is time for it. */
function startServices(context: ServiceContext, ends: Set<() => void>): void {
  const { config, store } = context;
  const start = (load: Load): void => startService(context, load, ends);
  const once = (condition: () => boolean, load: Load): void => {
    if (condition()) return start(load);
    const stop = store.on('change', () => {
      if (!condition()) return;
      stop();
      start(load);
    });
  };
  const { provider } = config.consent;
  if (provider === 'always' || provider === 'never')
    store.request({ type: 'consent', granted: provider === 'always' });
  const consented = (): boolean => store.state.consent === true;
  once(consented, async () => (await import('./position.ts')).startPosition);
  if (config.ads) once(consented, async () => (await import('./ads/ads.ts')).startAds);
  if (config.items.some(({ highlight, transcript }) => highlight ?? transcript))
    start(async () => (await import('./reading/reading.ts')).startReading);
  once(
    () => store.state.wanted,
    async () => (await import('./media-session.ts')).startMediaSession,
  );
}

/** Keys within the player, but where they mean something already. */
function shortcuts(store: Store): (event: KeyboardEvent) => void {
  const requests: Record<string, () => void> = {
    ' ': () => store.request({ type: 'toggle' }),
    k: () => store.request({ type: 'toggle' }),
    m: () => store.request({ type: 'mute' }),
    j: () => store.request({ type: 'skip', by: -15 }),
    l: () => store.request({ type: 'skip', by: 15 }),
    Escape: () => store.request({ type: 'collapse' }),
  };
  return (event) => {
    const request = requests[event.key];
    const target = event.composedPath()[0] as HTMLElement;
    const typed = target.matches('textarea, select, input:not([type=range]), [contenteditable]');
    const pressed = event.key === ' ' && target.matches('button, a, summary, [tabindex]');
    if (!request || typed || pressed || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    request();
  };
}

/** Colours that can be read on what the player stands on. Call it when the element is in its place. */
function tint(element: PlayerElement): void {
  const { color, background } = element.store.config.channel;
  let behind = parseColour('#fff')!;
  if (background === 'transparent')
    for (let node: Element | null = element; node; node = node.parentElement) {
      const found = parseColour(getComputedStyle(node).backgroundColor);
      if (!found) continue;
      behind = found;
      break;
    }
  const accent = parseColour(color) ?? [93, 114, 228];
  const dark = luminance(behind) < 0.18;
  const [white, black]: Rgb[] = [
    [255, 255, 255],
    [0, 0, 0],
  ];
  const ink = contrast(white!, accent) >= contrast(black!, accent) ? white! : black!;
  const style = (element.shadowRoot!.querySelector('.root') as HTMLElement).style;
  const values = {
    accent: css(accent),
    'accent-ink': css(ink),
    // Drawings need less than words do, and look better in white.
    'on-accent': css(contrast(white!, accent) >= 3 ? white! : ink),
    'accent-line': css(standOut(accent, behind, 3.2)),
    'accent-text': css(standOut(accent, behind, 4.6)),
    behind: css(behind),
  };
  for (const [name, value] of Object.entries(values)) style.setProperty(`--${name}`, value);
  element.shadowRoot!.querySelector('.root')!.toggleAttribute('data-dark', dark);
}
