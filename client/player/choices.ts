import css from './choices.css?inline';
import { button, labelOf, rateText, type Choice, type Ui } from './controls.ts';
import { addStyles, assign, clock, fill, make } from './elements.ts';
import { guard } from './guard.ts';
import type { PlayerState, PlayerView } from './store.ts';

export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
const sleepMinutes = [5, 15, 30, 45];

function choicesOf({ store, texts, menu }: Ui, { view, rate, sleep, time }: Readonly<PlayerState>): Choice[] {
  if (view === 'speed')
    return speeds.map((speed) => ({
      label: rateText(speed),
      chosen: speed === rate,
      request: { type: 'rate', rate: speed },
    }));
  if (view === 'sleep')
    return [null, ...sleepMinutes, 'article' as const].map((value) => ({
      label: sleepWords(texts, value),
      chosen: value === sleep,
      request: { type: 'sleep', sleep: value },
    }));
  if (view === 'more') return menu?.() ?? [];
  const { chapters } = store.item;
  return chapters.map(({ title, startMs }, index) => ({
    label: `${clock(startMs / 1000)} ${title}`,
    chosen: time * 1000 >= startMs && !(time * 1000 >= (chapters[index + 1]?.startMs ?? Infinity)),
    request: { type: 'seek', to: startMs / 1000 },
  }));
}

const sleepWords = (texts: Ui['texts'], sleep: PlayerState['sleep']): string =>
  sleep === null
    ? texts.sleepOff
    : sleep === 'article'
      ? texts.sleepAtEnd
      : fill(texts.sleepIn, { minutes: sleep });

/** Runs the sleep timer: playback stops after the set number of minutes, regardless of clock changes. */
function runSleepTimer({ store, texts, announce }: Ui, player: Element): void {
  let running = store.state.sleep;
  let timer = 0;
  store.on('change', ({ state: { sleep } }) => {
    if (sleep === running) return;
    running = sleep;
    clearTimeout(timer);
    const asleep = guard(() => {
      store.request({ type: 'pause' });
      store.request({ type: 'sleep', sleep: null });
    });
    if (typeof sleep === 'number') timer = window.setTimeout(asleep, sleep * 60_000);
    const words = `${texts.sleep}: ${sleepWords(texts, sleep)}`;
    const node = player.querySelector('.button.sleep');
    if (node) {
      assign(node, 'aria-label', sleep === null ? texts.sleep : words);
      assign(node, 'data-on', sleep === null ? null : '');
    }
    announce(words);
  });
}

/**
 * Speeds, the sleep timer or chapters, in the place of the controls, so that nothing on the page moves. Focus
 * goes to what is chosen and, afterwards, back to what opened it.
 */
export function addChoices(ui: Ui, player: Element): void {
  const node = make('div', { class: 'choices', role: 'group' });
  const { store, texts } = ui;
  const { speedSettingsTitle, speedSettingsBackButton } = store.config.channel.texts;
  let shown: PlayerView = 'main';
  let opener: HTMLElement | null = null;

  const back = (): void => store.request({ type: 'view', view: 'main' });
  node.addEventListener(
    'keydown',
    guard((event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      back();
    }),
  );

  function open(state: Readonly<PlayerState>): void {
    const title =
      shown === 'speed'
        ? labelOf(texts.speed, speedSettingsTitle)
        : shown === 'sleep'
          ? texts.sleep
          : shown === 'more'
            ? ui.menuTitle!
            : texts.chapters;
    const chips = choicesOf(ui, state).map(({ label, chosen, request, act, node: own }) => {
      if (own) return own;
      const chip = button(ui, 'chip', label, label, () => {
        if (request) store.request(request);
        act?.();
        back();
      });
      if (chosen !== undefined) chip.setAttribute('aria-pressed', `${chosen}`);
      return chip;
    });
    node.setAttribute('aria-label', title);
    node.replaceChildren(
      make('span', { class: 'choices-title', 'aria-hidden': 'true' }, title),
      button(ui, 'chip back', '', labelOf(texts.backToPlayer, speedSettingsBackButton), back),
      make('div', { class: 'chips' }, ...chips),
    );
    opener = (node.getRootNode() as ShadowRoot).activeElement as HTMLElement | null;
    const chosen = chips.find((chip) => chip.getAttribute('aria-pressed') === 'true') ?? chips[0];
    chosen?.focus({ preventScroll: true });
    // Within its own row alone: the page stays where it is.
    if (chosen) chosen.parentElement!.scrollLeft = chosen.offsetLeft - chosen.parentElement!.offsetLeft;
  }

  function render(state: Readonly<PlayerState>): void {
    if (state.view === shown) return;
    shown = state.view;
    player.toggleAttribute('data-choosing', shown !== 'main');
    if (shown !== 'main') return open(state);
    if (node.contains((node.getRootNode() as ShadowRoot).activeElement))
      opener?.focus({ preventScroll: true });
    node.replaceChildren();
  }

  addStyles(player.getRootNode() as ShadowRoot, css);
  player.append(node);
  store.on('change', ({ state: now }) => render(now));
  render(store.state);
  runSleepTimer(ui, player);
}
