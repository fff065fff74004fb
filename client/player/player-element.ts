import { PlayerElement } from './audio-element.ts';
import baseCss from './base.css?inline';
import { average, isLight, isReadable, palette, parseColour, type Rgb } from './colours.ts';
import type { BuildVersion } from './controls.ts';
import { assign, make, say } from './elements.ts';
import { guard } from './guard.ts';
import type { Ground } from './page-ground.ts';
import type { PlayerConfig } from './player-config.ts';
import type { EndService, ServiceContext } from './player-services.ts';
import { createStore } from './store.ts';

const versions: Record<2 | 3 | 4, () => Promise<{ build: BuildVersion }>> = {
  2: () => import('./version-2.ts'),
  3: () => import('./version-3.ts'),
  4: () => import('./version-4.ts'),
};

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

/**
 * Creates the player of a config: what is visible and can be pressed. Audio, statistics and memory are loaded
 * once it is shown, or when it is pressed.
 * @param address where the loader came from
 * @param counted events already counted for it, since a page's framework may create it again
 */
export async function createPlayer(
  config: PlayerConfig,
  address: string,
  counted: Set<string>,
): Promise<PlayerElement> {
  const { version, customCss, bordered, background, scheme, features } = config.channel;
  const { provider, placeholder } = config.consent;
  const asks = provider === 'manager' || provider === 'iab';
  const [{ build }, texts, page, consent, extras] = await Promise.all([
    (versions[version] ?? versions[2])(),
    config.words ?? import('./generated/english-words.ts').then(({ englishWords }) => englishWords),
    // Without it, the player uses its own background.
    background === 'transparent' || scheme === 'auto' ? import('./page-ground.ts').catch(() => null) : null,
    // Loaded from the start, so that its message doesn't appear after the player that it replaces.
    asks ? import('./consent/consent.ts').catch(() => null) : null,
    features?.length ? import('./features/start-features.ts').catch(() => null) : null,
  ]);
  if (!base) define();
  base ??= sheet(baseCss);

  const store = createStore(config, window, guard, counted, () => more());
  const element = new PlayerElement();
  const status = make('div', { role: 'status', class: 'status' });
  const announce = (words: string): void => say(status, words);
  const shadow = element.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [base];
  const ui = (element.ui = { store, texts, root: shadow, announce });
  const view = await build(ui);
  const slots = {
    consent: make('div', { class: 'consent' }),
    ad: make('div', { class: 'ad' }),
    tools: view.tools,
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
  assign(root, 'data-bordered', bordered ? '' : null);
  shadow.adoptedStyleSheets.push(sheet(view.css), ...(customCss ? [sheet(customCss)] : []));
  shadow.append(root);
  element.store = store;

  let problem = store.state.problem;
  let colour = '';
  let due = 0;
  const render = guard(() => {
    due = 0;
    const { state } = store;
    view.render(state);
    assign(root, 'aria-label', `${texts.player}: ${store.item.title}`);
    assign(root, 'data-phase', state.phase);
    if (colour && colour !== store.config.channel.color) element.paint();
    if (state.problem === problem) return;
    problem = state.problem;
    announce(problem ? texts[problem] : '');
  });
  element.paint = () => {
    colour = store.config.channel.color;
    paint(element, colour, page && page.groundOf(element, status));
  };
  // Batches all changes of a click into one render, in a separate task.
  store.on('change', () => void (due ||= window.setTimeout(render)));
  // What is chosen from, in the place of the controls, is loaded when it is first asked for.
  once(
    () => store.state.view !== 'main',
    async () => {
      (await import('./choices.ts')).addChoices(ui, shadow.querySelector('.player')!);
    },
  );
  render();

  const seeing = new IntersectionObserver(
    guard((entries: IntersectionObserverEntry[]) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seeing.disconnect();
      store.request({ type: 'seen' });
    }),
    { threshold: 0.5 },
  );

  const ends = new Set<EndService>();
  element.end = () => {
    store.request({ type: 'close' });
    seeing.disconnect();
    for (const end of ends) guard(end)();
  };
  const context: ServiceContext = {
    config,
    texts,
    store,
    element,
    page: window,
    base: address,
    slots,
    announce,
    guard,
    start: (service) => guard(async () => ends.add(await service(context)))(),
    once,
  };

  /** Does something as soon as a condition of the state holds. */
  function once(condition: () => boolean, work: () => unknown): void {
    if (condition()) return guard(work)();
    const stop = store.on('change', () => {
      if (!condition()) return;
      stop();
      guard(work)();
    });
  }

  /** A player that a message replaces is not shown and fetches nothing. */
  const isShown = (): boolean => !asks || !placeholder || store.state.consent === true;
  let loading = false;
  const more = guard(async () => {
    if (loading) return;
    loading = true;
    try {
      await (await import('./deferred-services.ts')).startDeferredServices(context, element.refresh);
    } catch (error) {
      // It is tried again with the next press.
      loading = false;
      store.fail();
      throw error;
    }
  });
  // Reading along comes with the first touch, so that there is a way to it before anything is played.
  const touches = ['pointerdown', 'keydown', 'focusin'];
  let isTouched = false;
  const touched = (): void => {
    if (isTouched || !isShown()) return;
    isTouched = true;
    if (config.items.some(({ highlight, transcript }) => highlight ?? transcript))
      guard(async () => (await import('./deferred-services.ts')).startReadAlong(context))();
  };
  for (const touch of touches) element.addEventListener(touch, touched);
  once(() => store.state.wanted, touched);

  element.placed = () => {
    element.paint();
    if (page) ends.add(page.followGround(element, element.paint));
    once(isShown, () => {
      store.request({ type: 'load' });
      seeing.observe(element);
      more();
    });
  };
  if (!asks) store.request({ type: 'consent', granted: provider === 'always' });
  if (consent) context.start(consent.startConsent);
  if (extras) context.start(extras.startFeatures);
  return element;
}

/** The player's own background where it does not show the page's. */
const surfaces: Record<'light' | 'dark', Rgb> = { light: [255, 255, 255], dark: [24, 25, 28] };

/**
 * Gives it colors with enough contrast on its background. Call it when the element is in its place.
 * @param ground what is behind it; null: it shows its own background
 */
function paint(element: PlayerElement, color: string, ground: Ground | null): void {
  const { version, background, scheme = 'light' } = element.store.config.channel;
  const accent = parseColour(color) ?? [93, 114, 228];
  const around = ground && average(ground.colours);
  const own = scheme === 'auto' ? (around && !isLight(around) ? 'dark' : 'light') : scheme;
  const through =
    background === 'transparent' && around && ground?.isBusy === false ? palette(accent, around) : null;
  const isThrough = through !== null && ground!.colours.every((colour) => isReadable(through, colour));
  const root = element.shadowRoot!.querySelector<HTMLElement>('.root')!;
  const set = (node: HTMLElement, values: Record<string, string>): void => {
    for (const name in values) node.style.setProperty(`--${name}`, values[name]!);
  };
  assign(root, 'data-transparent', isThrough ? '' : null);
  set(root, isThrough ? through : palette(accent, surfaces[own]));
  // The pill has its own background color.
  if (version === 4) set(root.querySelector<HTMLElement>('.pill')!, palette(accent, accent));
}
