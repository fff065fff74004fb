import type { PlayerElement } from '../audio-element.ts';
import { clock, fill, make, say } from '../elements.ts';
import type { Feature, FeatureContext } from './feature.ts';

/**
 * Sends where something is mispronounced: the audio and the position in it, and nothing of the listener.
 * @returns whether the server took it
 */
async function send({ store, page, base, element }: FeatureContext, second: number): Promise<boolean> {
  const { item, config } = store;
  const query = new URLSearchParams({ article: `${item.id}` });
  const asked = URL.parse((element as PlayerElement).question?.() ?? '')?.searchParams;
  for (const name of ['timestamp', 'signature']) {
    const value = asked?.get(name);
    if (value) query.set(name, value);
  }
  const address = `${base}/player/${encodeURIComponent(config.channel.slug)}/reports?${query}`;
  const body = JSON.stringify({ audio: item.au, positionMs: Math.round(second * 1000) });
  try {
    const answer = await page.fetch(address, { method: 'POST', body, credentials: 'omit', keepalive: true });
    return answer.ok;
  } catch {
    // No connection, or a page that forbids it.
    return false;
  }
}

/**
 * Reports that something is mispronounced where the listener is. The entry of the menu keeps the second at
 * which the menu was opened, and shows whether the report was accepted.
 */
export const reportPronunciation: Feature = (context) => {
  const { store, words, guard, announce } = context;
  return {
    menu({ ad, part }) {
      const { audio, teaser } = store.item;
      // A teaser ends with words that are not in the article.
      if (!audio || teaser || ad || part !== 'article') return [];
      const second = store.now();
      const label = fill(words.reportPronunciation, { time: clock(second) });
      const node = make('button', { type: 'button', class: 'button chip' }, label);
      let isSent = false;
      node.addEventListener(
        'click',
        guard(async () => {
          if (isSent) return;
          isSent = true;
          node.setAttribute('aria-disabled', 'true');
          const isTaken = await send(context, second);
          const outcome = isTaken ? words.reportSent : words.reportFailed;
          say(node, outcome);
          announce(outcome);
          isSent = isTaken;
          if (!isTaken) node.removeAttribute('aria-disabled');
        }),
      );
      return [{ label, node }];
    },
  };
};
