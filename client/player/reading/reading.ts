import { cookiesOf } from '../device-storage.ts';
import type { EndService, ServiceContext } from '../player-services.ts';
import type { SpokenWord } from './spoken-words.ts';
import { transcriptToggle } from './transcript-toggle.ts';

/** Words are marked for readers whose browser holds this cookie of the publisher's. */
const isMarkingOn = (page: Window): boolean => /(?:^|;\s*)t_hightlight=enable(?:;|$)/.test(cookiesOf(page));

/** Reading along: the transcript, and the words marked in the page's own text while they are spoken. */
export function startReading(context: ServiceContext): EndService {
  const { store, page, guard } = context;
  let address: string | null = null;
  let stopMarking: (() => void) | undefined;

  const load = async (): Promise<void> => {
    const { highlight, audio } = store.item;
    const wanted = audio && isMarkingOn(page) ? highlight : null;
    if (wanted === address) return;
    address = wanted;
    stopMarking?.();
    stopMarking = undefined;
    if (!wanted) return;
    const { index } = store.state;
    const [{ markWords }, answer] = await Promise.all([import('./word-marks.ts'), page.fetch(wanted)]);
    const { data } = (await answer.json()) as { data: SpokenWord[] };
    if (wanted === address && Array.isArray(data) && data.length)
      stopMarking = markWords(data, index, context);
  };

  const hasTranscript = store.config.items.some(({ transcript }) => transcript);
  const stopTranscript = hasTranscript ? transcriptToggle(context) : undefined;
  const ends = [
    store.on(
      'change',
      guard(({ state }: { state: { wanted: boolean } }) => (state.wanted ? load() : undefined)),
    ),
  ];
  if (store.state.wanted) guard(load)();
  return () => {
    for (const end of ends) end();
    address = null;
    stopMarking?.();
    stopTranscript?.();
  };
}
