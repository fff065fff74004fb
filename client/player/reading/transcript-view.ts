import type { PlayerElement } from '../audio-element.ts';
import type { PlayerFeaturesWords, PlayerWords } from '../generated/player-words.ts';
import type { ServiceContext } from '../player-services.ts';
import { lastAtMost } from './page-text.ts';
import { transcriptSearch } from './transcript-search.ts';
import { readCues, type TranscriptCue } from './cues.ts';

export interface TranscriptView {
  open(isWanted: boolean): void;
  end(): void;
}

const styles = `
.transcript { max-height: 16em; margin: 4px 0 0; padding: 8px; overflow: auto; border: 1px solid var(--line, #767676); border-radius: 8px; line-height: 1.6; }
.transcript [hidden], .transcript[hidden] { display: none; }
.transcript label { display: block; padding-bottom: 4px; }
.transcript-cue { display: inline; padding: 2px; border: 0; border-radius: 3px; background: none; color: inherit; font: inherit; line-height: inherit;
  text-align: start; white-space: normal; cursor: pointer; }
.transcript-cue:hover { text-decoration: underline; }
.transcript-cue[aria-current] { background: var(--wash, #f3f1ee); text-decoration: underline 2px var(--accent-line, currentColor); text-underline-offset: 3px; }
.transcript-cue:focus-visible { outline: 2px solid currentColor; outline-offset: 1px; }
.search { position: sticky; top: -8px; z-index: 1; display: flex; gap: 4px; align-items: center; margin: -8px -8px 6px; padding: 6px 8px; background: var(--behind, #fff); }
.search input { flex: 1; min-width: 0; height: 32px; padding: 0 10px; border: 1px solid var(--line, #767676); border-radius: 8px; background: none; color: inherit; font: inherit; }
.search input::placeholder { color: var(--soft, #555); opacity: 1; }
.search input:focus-visible { outline: 2px solid var(--accent-text, currentColor); outline-offset: 1px; }
.search-result { flex: none; color: var(--soft, #555); font-size: max(12px, .75rem); font-variant-numeric: tabular-nums; }
.transcript-cue[data-match] { background: var(--wash, #f3f1ee); }
.transcript-cue[data-match='current'] { outline: 2px solid var(--accent-text, currentColor); outline-offset: 1px; }
@media (forced-colors: active) { .transcript-cue[aria-current] { background: Highlight; color: HighlightText; } }`;

/**
 * Shows the spoken text. The current sentence is marked, and each sentence is a button that plays from there.
 * It is one tab stop; arrow keys, Home and End move between sentences. It scrolls automatically only on
 * request.
 */
export function transcriptView({
  store,
  texts,
  page,
  element,
  slots,
  guard,
}: ServiceContext): TranscriptView {
  const { document } = page;
  const sheet = new page.CSSStyleSheet();
  sheet.replaceSync(styles);
  element.shadowRoot!.adoptedStyleSheets.push(sheet);

  const make = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    className: string,
    text = '',
  ): HTMLElementTagNameMap[Name] => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.textContent = text;
    return made;
  };
  const box = make('div', 'transcript');
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', texts.transcript);
  box.hidden = true;
  const following = make('input', '');
  following.type = 'checkbox';
  const label = make('label', '');
  label.append(following, ` ${texts.transcriptFollow}`);
  const text = make('div', '');
  box.append(label, text);

  let address: string | null = null;
  let index = -1;
  let cues: TranscriptCue[] = [];
  let buttons: HTMLButtonElement[] = [];
  let current = -1;
  let focused = 0;

  const isOpen = (): boolean => !box.hidden;
  const rove = (to: number): void => {
    buttons[focused]?.setAttribute('tabindex', '-1');
    focused = Math.max(0, Math.min(to, buttons.length - 1));
    buttons[focused]?.setAttribute('tabindex', '0');
  };

  async function load(): Promise<void> {
    const wanted = store.item?.transcript ?? null;
    if (wanted === address) return;
    address = wanted;
    ({ index } = store.state);
    cues = [];
    buttons = [];
    current = -1;
    text.replaceChildren();
    if (!wanted) return;
    const vtt = await page
      .fetch(wanted)
      .then((answer) => (answer.ok ? answer.text() : ''))
      .catch(() => '');
    if (wanted !== address) return;
    cues = readCues(vtt);
    if (!cues.length) {
      text.textContent = texts.transcriptMissing;
      return;
    }
    buttons = cues.map((cue) => {
      const button = make('button', 'transcript-cue', cue.text);
      button.type = 'button';
      button.tabIndex = -1;
      return button;
    });
    text.append(...buttons.flatMap((button) => [button, ' ']));
    rove(0);
    search?.update();
    mark();
  }

  /** The box alone scrolls: the page stays where the reader has it. */
  const scrollTo = (shown: HTMLElement): void => {
    box.scrollTop +=
      shown.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
  };

  const mark = (): void => {
    if (!isOpen() || store.state.index !== index) return;
    const { part, phase, ad } = store.state;
    const sounds = part === 'article' && !ad && phase !== 'idle' && phase !== 'finished';
    const next = sounds
      ? lastAtMost(
          cues.map(({ from }) => from),
          store.state.time + 0.05,
        )
      : -1;
    if (next === current) return;
    buttons[current]?.removeAttribute('aria-current');
    buttons[(current = next)]?.setAttribute('aria-current', 'true');
    const shown = buttons[current];
    if (!shown) return;
    if (!text.contains((element.shadowRoot as ShadowRoot).activeElement)) rove(current);
    if (following.checked) scrollTo(shown);
  };

  const search = store.config.channel.features?.includes('transcriptSearch')
    ? transcriptSearch(
        (element as PlayerElement).ui,
        texts as PlayerWords & PlayerFeaturesWords,
        () => buttons,
        (index) => {
          rove(index);
          scrollTo(buttons[index]!);
        },
      )
    : null;
  if (search) box.prepend(search.node);

  text.addEventListener(
    'click',
    guard((event) => {
      const at = buttons.indexOf(event.target as HTMLButtonElement);
      if (at < 0) return;
      rove(at);
      store.request({ type: 'item', index, from: cues[at]!.from });
    }),
  );
  text.addEventListener(
    'keydown',
    guard((event) => {
      const steps: Record<string, number> = {
        ArrowDown: focused + 1,
        ArrowRight: focused + 1,
        ArrowUp: focused - 1,
        ArrowLeft: focused - 1,
      };
      const to = { ...steps, Home: 0, End: buttons.length - 1 }[event.key];
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      rove(to);
      buttons[focused]?.focus();
    }),
  );
  const follows = guard(() => {
    if (!isOpen()) return undefined;
    mark();
    return load();
  });
  const stop = store.on('change', follows);
  slots.reading.append(box);
  return {
    open(isWanted) {
      box.hidden = !isWanted;
      // What could not be loaded is tried again when it is opened again.
      if (isWanted && !cues.length) address = null;
      follows();
    },
    end() {
      stop();
      box.remove();
    },
  };
}
