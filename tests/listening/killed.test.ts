import { expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../../scripts/seeded-random.ts';
import { recountListening, sumListening } from '../../server/areas/listening/listening/roll-up.ts';
import type { App } from '../../server/kernel/app.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { seed } from '../support/run-seed.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { isFull } from '../support/full.ts';
import { killWhileReporting } from './killed-recorder.ts';

const kills = isFull ? 20 : 2;

test(`after ${kills} kills while players report every acknowledged event is stored once`, async () => {
  console.log(`seed ${seed} on ${databaseKind()}`);
  const prepared = await prepareConfig();
  onTestFinished(() => prepared.remove());
  const survived = await killWhileReporting(prepared, { kills, random: randomFrom(seed) });
  console.log(survived);
  expect(survived.acknowledged).toBeGreaterThan(kills * 100);
  expect(survived).toMatchObject({ lost: 0, twice: 0, refused: [] });

  const db = await openDatabase(prepared.config);
  onTestFinished(() => db.close());
  await sumListening({ db } as App);
  expect(await recountListening({ db }, { repair: false })).toMatchObject({ wrong: 0 });
  const { _sum: sum } = await db.prisma.listeningHour.aggregate({ _sum: { listens: true } });
  expect(sum.listens).toBe(await db.prisma.playerEvent.count());
});
