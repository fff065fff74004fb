import { assembleMp3 } from '../audio/assemble-mp3.ts';
import type { SpeechEncoderName } from '../audio/mp3-encoder.ts';
import { STANDARD_PROFILE } from '../audio/bitrates.ts';
import { product } from '../product.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../lib/database/db.ts';
import type { Logger } from '../lib/logger.ts';
import { catalogueStore } from './voice-catalogue-store.ts';
import { VoiceCatalogue } from './voice-catalogue.ts';
import { LOCAL_PROVIDER } from './local/local-model.ts';
import { localProvider } from './local/local-provider.ts';
import { voiceIndexAddress } from './local/voice-index.ts';
import { VoiceInstaller } from './local/voice-installer.ts';
import { VoicesDirectory } from './local/voices-directory.ts';
import { OFFLINE_PROVIDER } from './offline-voices.ts';
import { offlineProvider } from './offline.ts';
import { speechProviders } from './providers.ts';
import { speakSegment } from './speak.ts';
import type { Speech } from './speech.ts';
import { patienceOf } from './speech-service.ts';
import { createSpeechThreads } from './threads.ts';

export interface SpeechOptions {
  /** Credentials and addresses of the services. */
  env: Record<string, string | undefined>;
  /** Threads that speak and encode. */
  threads: number;
  /** What encodes speech. */
  encoder: SpeechEncoderName;
  /** Folder of the voices that are installed on this machine. */
  voicesDir: string;
  db: Database;
  log: Logger;
}

const hourMs = 3_600_000;
/** Milliseconds until a failed list request is retried. */
const retryMs = hourMs / 4;

/**
 * Opens all voices: those known from the last time and those of this machine at once, the services' lists in
 * the background, then daily.
 */
export async function openSpeech(options: SpeechOptions): Promise<Speech> {
  const { env, threads: size, encoder, voicesDir, db, log } = options;
  const threads = createSpeechThreads(size, encoder);
  const installed = new VoicesDirectory(voicesDir, log);
  const local = localProvider({ directory: installed, env, patience: patienceOf(env) });
  const providers = speechProviders(env, [local, offlineProvider(threads, size)]);
  const catalogue = new VoiceCatalogue(providers, catalogueStore(db));
  await catalogue.load();
  const closing = new AbortController();
  const listLocal = async () =>
    void (await catalogue.refresh(closing.signal, { force: true, only: LOCAL_PROVIDER }));
  const installer = new VoiceInstaller({
    directory: installed,
    index: voiceIndexAddress(env),
    log,
    onChange: listLocal,
  });
  // Articles that wait for these voices resume with the start.
  await installed
    .scan()
    .catch((err: unknown) => log.warn({ err, folder: voicesDir }, 'voices folder unreadable'));
  await listLocal();
  const services = providers.list().filter(({ id, unavailable }) => !unavailable && id !== OFFLINE_PROVIDER);
  if (services.every(({ id }) => id === LOCAL_PROVIDER) && installed.installed.models.length === 0)
    log.info('using eSpeak voices; for natural voices run `npm run voices list en`');
  const unwatch = installed.watch(() => void listLocal().catch(() => {}));
  let timer: NodeJS.Timeout | undefined;
  const refresh = async () => {
    let next = retryMs;
    try {
      await catalogue.load();
      const outcomes = await catalogue.refresh(closing.signal);
      for (const outcome of outcomes) log[outcome.result === 'kept' ? 'warn' : 'debug'](outcome, 'voices');
      if (outcomes.every(({ result }) => result !== 'kept')) next = hourMs;
    } catch (error) {
      if (closing.signal.aborted) return;
      log.warn({ err: error }, 'voices not listed');
    }
    timer = setTimeout(() => (refreshing = refresh()), next).unref();
  };
  let refreshing = refresh();
  const first = refreshing;
  // The first start knows no voices yet, and nothing can be set up without one. The offline engine's come
  // at
  // once: no service, however slow, keeps the start waiting.
  while (!catalogue.defaultVoice()) {
    const ended = await Promise.race([first.then(() => true), delay(10, false)]);
    if (ended) break;
  }

  const provider = (id: string) => providers.list().find((known) => known.id === id) ?? null;
  const speak: Speech['speak'] = (id, request, signal) =>
    speakSegment(threads, request, providers.get(id), signal, {
      again: request.again && providers.get(request.again.provider),
    });
  return {
    catalogue,
    providers,
    threads,
    installed,
    installer,
    findVoice: (name, language) => catalogue.find(name, { language }),
    provider,
    speak,
    async preview(id, request, signal) {
      const segment = await speak(id, request, signal);
      return assembleMp3([{ segment, pauseMs: 0 }], STANDARD_PROFILE, {
        title: request.text,
        publisher: product.name,
        language: request.language,
      });
    },
    async close() {
      closing.abort();
      unwatch();
      await installer.close();
      await refreshing;
      clearTimeout(timer);
      await local.close();
      await threads.close();
    },
  };
}
