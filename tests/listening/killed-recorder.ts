import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../../server/config.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { factories } from '../support/factories.ts';
import { startProcess } from '../support/process.ts';
import { eventId, report } from './reporting.ts';

export interface Survived {
  /** Events that were acknowledged. */
  acknowledged: number;
  /** Those of them that the database does not have. */
  lost: number;
  /** Events that it has several times. */
  twice: number;
  /** Statuses other than 200, of servers that lived. */
  refused: number[];
}

/** Concurrent players, each on a separate network. */
const players = 24;

/**
 * Kills the API (SIGKILL) so many times while players report. What was not acknowledged they send again to
 * the next process, with the same id, as real ones do.
 * @param random between 0 and 1
 */
export async function killWhileReporting(
  prepared: { env: Record<string, string>; config: Config },
  { kills, random, entry = 'server/api.ts' }: { kills: number; random: () => number; entry?: string },
): Promise<Survived> {
  let db = await openDatabase(prepared.config);
  const { audio } = await factories(db).newsroom();
  await db.close();
  const acknowledged = new Set<string>();
  const refused: number[] = [];
  const unanswered: string[][] = Array.from({ length: players }, () => []);
  for (let life = 0; life <= kills; life++) {
    const server = await startProcess(entry, { ...prepared.env, PORT: '0' });
    const killAt = acknowledged.size + 100 + Math.floor(random() * 400);
    let killed = false;
    const play = async (player: number): Promise<void> => {
      const pending = unanswered[player]!;
      while (!killed && (life < kills || pending.length > 0)) {
        const id = (life < kills && random() < 0.8 ? undefined : pending[0]) ?? eventId();
        if (!pending.includes(id)) pending.push(id);
        const event = { ac: 'play', au: audio.version, id, u: `player-${player}` };
        try {
          const { status } = await report(server.url, event, {
            headers: { 'x-forwarded-for': `198.51.100.${player}` },
          });
          if (status === 200) {
            acknowledged.add(id);
            pending.splice(pending.indexOf(id), 1);
          } else refused.push(status);
        } catch {
          if (!killed && server.child.exitCode === null && server.child.signalCode === null)
            throw new Error('The server ended by itself.');
          return;
        }
      }
    };
    const playing = Promise.all(unanswered.map((_, player) => play(player)));
    if (life < kills) {
      while (acknowledged.size < killAt) await delay(1);
      await delay(random() * 20);
      killed = true;
      await server.stop('SIGKILL');
      await playing;
    } else {
      await playing;
      await server.stop();
    }
  }
  db = await openDatabase(prepared.config);
  try {
    const rows = await db.prisma.playerEvent.findMany({ select: { id: true } });
    const kept = Map.groupBy(rows, ({ id }) =>
      Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'),
    );
    return {
      acknowledged: acknowledged.size,
      lost: [...acknowledged].filter((id) => !kept.has(id)).length,
      twice: [...kept.values()].filter(({ length }) => length > 1).length,
      refused,
    };
  } finally {
    await db.close();
  }
}
