import {
  group,
  heading,
  playButton,
  synthetic,
  timeText,
  toolBox,
  type BuildVersion,
  type Piece,
} from './controls.ts';
import { addStyles, assign, make } from './elements.ts';
import { guard } from './guard.ts';
import css from './version-4.css?inline';

/**
 * The mini player unfolds within the first, and its controls are there and its title rests after the second.
 * Milliseconds.
 */
const delays = { unfolded: 500, settled: 1_500 };
/** Longer titles scroll, in characters. */
const restingTitle = 25;

/** The pill: a mini player that unfolds when it is played. */
export const build: BuildVersion = (ui) => {
  const { store } = ui;
  const title = heading(ui, 'title');
  const moving = make('span', { class: 'moving', dir: 'auto' }, title.node);
  const tools = toolBox(ui);
  const middle = group(
    'middle',
    group('line', { node: moving, render: title.render }, synthetic(ui), timeText()),
  );
  const pill = group('player pill', playButton(ui, store.config.channel.texts), middle);
  /** What only the full player has; it is loaded when that is first to be seen. */
  let full: Piece[] = [];
  const fill = guard(async () => {
    const [{ fullPill }, styles] = await Promise.all([
      import('./version-3.ts'),
      import('./pill-styles.css?inline'),
    ]);
    if (full.length) return;
    addStyles(ui.root, styles.default);
    const { timeline, controls } = fullPill(ui, tools);
    full = [timeline, controls];
    for (const { render } of full) render(store.state);
    middle.node.append(timeline.node);
    pill.node.append(controls.node);
  });
  const { node } = pill;
  moving.addEventListener(
    'mouseenter',
    guard(() => scroll()),
  );
  let expanded = false;
  let timers: number[] = [];
  let shownTitle = store.item.title;
  // It has no width before it has its place.
  store.on('load', () => requestAnimationFrame(guard(() => scroll())));

  /**
   * Scrolls to the end of a long title and back: within five seconds, so that it needs no control to stop it.
   */
  function scroll(): void {
    const beyond = title.node.scrollWidth - moving.clientWidth;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (still || beyond <= 0 || [...store.item.title].length <= restingTitle) return;
    const towards = getComputedStyle(moving).direction === 'rtl' ? beyond : -beyond;
    assign(moving, 'data-scrolling', '');
    const movement = title.node.animate(
      [
        { transform: 'none' },
        { transform: 'none', offset: 0.15 },
        { transform: `translateX(${towards}px)`, offset: 0.55 },
        { transform: `translateX(${towards}px)`, offset: 0.7 },
        { transform: 'none' },
      ],
      { duration: 4_900, easing: 'ease-in-out' },
    );
    movement.onfinish = () => assign(moving, 'data-scrolling', null);
  }

  function unfold(): void {
    fill();
    timers.forEach((timer) => clearTimeout(timer));
    const fromWidth = node.offsetWidth;
    assign(node, 'data-stage', 'unfolding');
    node.style.setProperty('--mini', `${fromWidth}px`);
    const go = (stage: string | null, after: number): number =>
      window.setTimeout(
        guard(() => {
          assign(node, 'data-stage', stage);
          if (stage === 'settled') scroll();
        }),
        after,
      );
    timers = [go('unfolded', delays.unfolded), go('settled', delays.settled)];
  }

  return {
    node,
    css,
    tools,
    render(state) {
      pill.render(state);
      for (const piece of full) piece.render(state);
      if (state.expanded !== expanded) {
        expanded = state.expanded;
        if (expanded) unfold();
        else {
          timers.forEach((timer) => clearTimeout(timer));
          const within = node.contains((node.getRootNode() as ShadowRoot).activeElement);
          assign(node, 'data-stage', null);
          if (within) node.querySelector<HTMLElement>('.play')!.focus({ preventScroll: true });
        }
      }
      if (store.item.title !== shownTitle) {
        shownTitle = store.item.title;
        requestAnimationFrame(guard(() => scroll()));
      }
    },
  };
};
