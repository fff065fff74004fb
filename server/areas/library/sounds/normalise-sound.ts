import { AudioError } from '../../../audio/audio-error.ts';
import { Gate, GateFullError } from '../../../lib/threads/gate.ts';
import { audioFile } from '../../../storage/files.ts';
import { exceededMemory } from '../../../lib/threads/task-pool.ts';
import { SpeechThreadError, SpeechTimeoutError } from '../../../speech/threads.ts';
import type { App } from '../../../kernel/app.ts';
import { LimitReachedError, ValidationError } from '../../../kernel/errors.ts';
import { soundMessages } from './messages.ts';
import { rewordMessage } from '../../../lib/declare-messages.ts';

/** What is known of a sound that was made even and stored. */
export interface NormalisedSound {
  /** Milliseconds. */
  durationMs: number;
  byteLength: number;
}

interface InProcess {
  /** Decoding takes a thread: two at a time, of two tenants, leave the others to the articles. */
  gate: Gate;
  /** Running conversions by file. Concurrent uploads of the same file share one. */
  running: Map<string, Promise<NormalisedSound>>;
}

/** Maximum number of queued uploads, in total and per tenant. */
const waitingMax = { all: 40, tenant: 10 } as const;
const inProcess = new WeakMap<App, InProcess>();

/**
 * Decodes a sound, makes it even and stores it as `audio/{file}.mp3`; one that was stored before is only
 * looked up. Tenants (`tenantOf`) take turns.
 * @throws LimitReachedError, ValidationError on `file` with the problem
 */
export async function normaliseSound(
  app: App,
  file: string,
  bytes: Uint8Array,
  tenant: string,
): Promise<NormalisedSound> {
  let own = inProcess.get(app);
  if (!own) inProcess.set(app, (own = { gate: oneOfEach(), running: new Map() }));
  const { gate, running } = own;
  let run = running.get(file);
  if (!run) {
    run = stored(app, file).then(
      (known) => known ?? gate.run(() => normalise(app, file, bytes, tenant), { caller: tenant }),
    );
    running.set(file, run);
    void run.catch(() => {}).finally(() => running.delete(file));
  }
  try {
    return await run;
  } catch (error) {
    throw asUserError(error);
  }
}

/** A file that takes minutes keeps only its sender waiting. */
const oneOfEach = (): Gate =>
  new Gate({
    atOnce: 2,
    waitingMax: waitingMax.all,
    perCaller: { share: 0.5, waitingMax: waitingMax.tenant },
  });

async function stored({ db, storage }: App, file: string): Promise<NormalisedSound | null> {
  const row = await db.prisma.sound.findFirst({ where: { file }, select: { durationMs: true, bytes: true } });
  const found = row && (await storage.stat(audioFile(file)));
  return found && found.bytes === row.bytes ? { durationMs: row.durationMs, byteLength: row.bytes } : null;
}

async function normalise(
  { speech, storage }: App,
  file: string,
  bytes: Uint8Array,
  tenant: string,
): Promise<NormalisedSound> {
  const sound = await speech.threads.for(tenant).run('upload', { bytes });
  await storage.put(audioFile(file), sound.bytes);
  return { durationMs: sound.durationMs, byteLength: sound.bytes.length };
}

/** What an editor can make of a sound that cannot be used. */
function asUserError(error: unknown): unknown {
  if (error instanceof GateFullError) return new LimitReachedError(soundMessages.TOO_MANY_UPLOADS());
  if (error instanceof SpeechTimeoutError) return new LimitReachedError(soundMessages.SOUNDS_TOO_BUSY());
  if (error instanceof SpeechThreadError && exceededMemory(error.cause))
    return new ValidationError([{ field: 'file', ...soundMessages.SOUND_TOO_DEMANDING() }]);
  if (error instanceof AudioError)
    return new ValidationError([{ field: 'file', ...rewordMessage(error.told, sentence(error.message)) }]);
  return error;
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
