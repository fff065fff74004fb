import { expect, onTestFinished, test } from 'vitest';
import { openEventRecorder } from '../../server/areas/listening/listening/event-recorder.ts';
import { openDatabase } from '../../server/lib/database/db.ts';
import { useServer } from '../support/server.ts';
import { browser, eventId } from './reporting.ts';

const server = useServer({});

test('events and ads share the only connection, and other queries get it in between', async () => {
  const { audio } = await server.make.newsroom();
  const db = await openDatabase({ ...server.app.config, databasePool: 1 });
  onTestFinished(() => db.close());
  const recorder = openEventRecorder({ ...server.app, db });
  let going = true;
  let taken = 0;
  const visitor = () => ({
    address: `10.0.${taken >> 8}.${taken & 255}`,
    userAgent: browser,
    origin: undefined,
  });
  const player = async () => {
    while (going) {
      const event = { ac: 'progress', au: audio.version, id: eventId() };
      const ad = { id: eventId(), au: audio.version };
      const [{ outcome }] = await Promise.all([
        recorder.record(event, visitor()),
        recorder.recordAd('requested', ad, visitor()),
      ]);
      expect(outcome).toBe('taken');
      taken++;
    }
  };
  const players = Promise.all(Array.from({ length: 8 }, player));
  for (let asked = 0; asked < 10; asked++) {
    const before = taken;
    await db.prisma.playerEvent.count();
    await expect.poll(() => taken).toBeGreaterThan(before);
  }
  going = false;
  await players;
  await recorder.settled();
  expect(await db.prisma.playerEvent.count()).toBe(taken);
  expect(await db.prisma.adUse.count()).toBe(taken);
});
