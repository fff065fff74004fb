import { clock, make, say } from '../elements.ts';
import { lastAtMost } from '../reading/page-text.ts';
import { readCues, type TranscriptCue } from '../reading/cues.ts';
import type { Feature } from './feature.ts';

/** Sentences are cut here, in characters. */
const longest = 90;

/** The time, the chapter and the sentence under the pointer, over the progress bar. */
export const barPreview: Feature = ({ store, page, element, guard }) => {
  const root = element.shadowRoot!.querySelector<HTMLElement>('.root')!;
  const time = make('b', { class: 'preview-time' });
  const text = make('span', { dir: 'auto' });
  const bubble = make('div', { class: 'preview', 'aria-hidden': 'true', hidden: '' }, time, text);
  root.append(bubble);
  let cues: TranscriptCue[] = [];
  let address: string | null = null;

  const load = guard(async () => {
    const { transcript } = store.item;
    if (transcript === address) return;
    address = transcript;
    cues = [];
    const answer = transcript ? await page.fetch(transcript) : null;
    if (answer?.ok && address === transcript) cues = readCues(await answer.text());
  });
  const wordsAt = (second: number): string => {
    const { chapters } = store.item;
    const chapter = chapters.findLast(({ startMs }) => startMs <= second * 1000);
    const cue =
      cues[
        lastAtMost(
          cues.map(({ from }) => from),
          second,
        )
      ];
    const sentence = cue ? [...cue.text] : [];
    const cut = sentence.length > longest ? `${sentence.slice(0, longest).join('')}…` : sentence.join('');
    return [chapter?.title, cut].filter(Boolean).join(' · ');
  };
  const hide = (): void => void (bubble.hidden = true);
  const move = guard(({ target, clientX }: PointerEvent) => {
    const bar = (target as Element | null)?.closest?.<HTMLInputElement>('.timeline:not(.volume)');
    if (!bar || bar.disabled) return hide();
    load();
    const box = bar.getBoundingClientRect();
    const around = root.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (clientX - box.left) / (box.width || 1)));
    const second = share * store.state.duration;
    say(time, clock(second));
    say(text, wordsAt(second));
    bubble.hidden = false;
    const half = bubble.offsetWidth / 2;
    const middle = Math.max(half, Math.min(around.width - half, clientX - around.left));
    bubble.style.setProperty('inset-inline-start', 'auto');
    bubble.style.setProperty('left', `${middle - half}px`);
    bubble.style.setProperty('bottom', `${around.bottom - box.top + 4}px`);
  });
  root.addEventListener('pointermove', move);
  root.addEventListener('pointerleave', hide);
  root.addEventListener('pointercancel', hide);
  root.addEventListener('pointerup', ({ pointerType }) => void (pointerType !== 'mouse' && hide()));
  return { end: () => bubble.remove() };
};
