import { rest } from '../../support/server.ts';
import type { Attack } from './attack.ts';

const length = 9_900_000;

export const attack: Attack = {
  name: 'eight pages of 9.9 MB of `<` are tried at once',
  async run({ url, site, attacker, scale }) {
    site.set('/brackets', '<'.repeat(length * scale));
    const path = `/api/projects/${attacker.room.project.id}/url_replacements_try_parse`;
    const body = { url: `${site.url}/brackets`, rules: [] };
    const callers = [attacker.credentials.readOnlyKey, attacker.tokens.maintainer];
    // A server that ends answers nothing; that it ended is seen by who watches it.
    await Promise.allSettled(
      callers.flatMap((token) => Array.from({ length: 8 }, () => rest(url, 'POST', path, { token, body }))),
    );
  },
};
