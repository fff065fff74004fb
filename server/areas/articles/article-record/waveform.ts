import { AudioError } from '../../../audio/audio-error.ts';
import type { App } from '../../../kernel/app.ts';
import { tenantOf } from '../../../kernel/tenant.ts';
import { Gate, GateFullError } from '../../../lib/threads/gate.ts';
import { SpeechThreadError, SpeechTimeoutError } from '../../../speech/threads.ts';
import { audioFile } from '../../../storage/files.ts';

interface InProcess {
  /** Decoding takes a thread: one at a time leaves the others to articles. */
  gate: Gate;
  /** Running measurements by version. Concurrent requests for one version share it. */
  running: Map<string, Promise<number[] | null>>;
}

const inProcess = new WeakMap<App, InProcess>();
const limits = { atOnce: 1, waitingMax: 40, perCaller: { share: 1, waitingMax: 10 } };

/**
 * Returns how loud a version's file is over time (see `measureWaveform`): measured when it is first
 * requested, and stored. Null: the file is missing or unreadable, or too many others are being measured.
 */
export async function readWaveform(app: App, version: string): Promise<number[] | null> {
  const audio = await app.db.prisma.audio.findUnique({
    where: { version },
    select: {
      waveform: true,
      article: { select: { project: { select: { organizationId: true, ownerId: true } } } },
    },
  });
  if (!audio) return null;
  if (audio.waveform) return [...audio.waveform];
  let own = inProcess.get(app);
  if (!own) inProcess.set(app, (own = { gate: new Gate(limits), running: new Map() }));
  const { gate, running } = own;
  const tenant = tenantOf(audio.article.project);
  let run = running.get(version);
  if (!run) {
    run = gate.run(() => measure(app, version, tenant), { caller: tenant });
    running.set(version, run);
    void run.catch(() => {}).finally(() => running.delete(version));
  }
  try {
    return await run;
  } catch (error) {
    // A player works without its picture.
    if (
      [GateFullError, AudioError, SpeechThreadError, SpeechTimeoutError].some((one) => error instanceof one)
    )
      return null;
    throw error;
  }
}

async function measure(
  { db, storage, speech }: App,
  version: string,
  tenant: string,
): Promise<number[] | null> {
  const bytes = await storage.get(audioFile(version));
  if (!bytes) return null;
  const waveform = await speech.threads.for(tenant).run('waveform', { bytes });
  await db.prisma.audio.updateMany({ where: { version }, data: { waveform: Uint8Array.from(waveform) } });
  return [...waveform];
}
