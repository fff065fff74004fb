import { pathologicalTexts, sendText, textDoors } from '../../bad-input/pathological-texts.ts';
import type { Attack } from './attack.ts';

/** Texts that a careless pattern reads again from every character on, through each door that takes one. */
export const attack: Attack = {
  name: 'texts that never end what they begin, through every door',
  async run({ url, attacker, scale }) {
    for (const { most, request } of textDoors)
      for (const text of pathologicalTexts(Math.max(100, most * scale)))
        await sendText(url, attacker.tokens.maintainer, request(text, attacker.room)).catch(() => 0);
  },
};
