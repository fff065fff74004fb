/**
 * Voices that run on this machine. `npm run voices` lists what is installed, `npm run voices list de` what
 * can be installed for a language, `npm run voices add <name>` downloads one, `npm run voices remove <voice>`
 * deletes one, and `npm run voices test <voice>` measures one. Reads the server's environment: VOICES_DIR,
 * DATA_DIR, VOICES_INDEX. The server may be running: it finds a new voice within a minute.
 */
import { parseConfig } from '../server/config.ts';
import { openRecogniser } from '../server/speech/recognition.ts';
import { defaultIndex, voiceIndexAddress, VoiceInstallError } from '../server/speech/local/voice-index.ts';
import { VoiceInstaller } from '../server/speech/local/voice-installer.ts';
import { voiceName } from '../server/speech/local/local-model.ts';
import { measureVoice } from '../server/speech/local/measure-voice.ts';
import { testSentences } from '../server/speech/local/test-sentences.ts';
import { VoicesDirectory } from '../server/speech/local/voices-directory.ts';

const { voicesDir } = parseConfig(process.env);
const index = voiceIndexAddress(process.env);
const directory = new VoicesDirectory(voicesDir);
const installer = new VoiceInstaller({ directory, index });
const [command = 'installed', ...names] = process.argv.slice(2);

class UsageError extends Error {}

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1e6))} MB`;

async function listInstalled(): Promise<void> {
  await directory.scan();
  const { models, problems } = directory.installed;
  console.log(models.length === 0 ? `No voices in ${voicesDir}.` : `Voices in ${voicesDir}:`);
  for (const { id, speakers, size, license } of models) {
    const languages = [...new Set(speakers.map(({ language }) => language))].join(', ');
    const count = speakers.length > 1 ? `, ${speakers.length} speakers` : '';
    console.log(`  ${id} (${languages}${count}, ${megabytes(size)}, ${license?.name ?? 'no license given'})`);
  }
  for (const { id, problem } of problems) console.log(`  ${id} is not used: ${problem}`);
  console.log(
    '\nTo see which voices you can add: npm run voices list <language>\nTo add one: npm run voices add <name>',
  );
}

async function listAvailable(language: string): Promise<void> {
  const wanted = language.toLowerCase().replace('-', '_');
  const voices = (await installer.offered()).voices.filter((voice) =>
    voice.language.toLowerCase().startsWith(wanted),
  );
  for (const { name, size, license } of voices)
    console.log(`  ${name} (${[megabytes(size), license].filter(Boolean).join(', ')})`);
  console.log(voices.length === 0 ? `The index has no voices for ${language}.` : `\n${voices.length} voices`);
}

async function add(name: string): Promise<void> {
  let showDone: (bytes: number) => void = () => {};
  const target = await installer.install(name, {
    onVoice({ size, files }) {
      console.log(`${name}: ${megabytes(size)} from ${new URL(files[0]!.url).host}`);
      showDone = showProgress(megabytes(size), size);
    },
    onLicense: (license) => console.log(`License: ${license ?? 'not given; ask the publisher of the voice'}`),
    onProgress: (done) => showDone(done),
  });
  console.log(`\nInstalled in ${target}. A running server offers it within a minute.`);
}

async function remove(name: string): Promise<void> {
  await directory.scan();
  await installer.remove(name);
  console.log(`Removed ${name}.`);
}

/** Reads fifty sentences, and prints how fast, in how much memory and how well understood. */
async function test(name: string): Promise<void> {
  await directory.scan();
  const found = directory.installed.models
    .flatMap((model) => model.speakers.map((speaker) => ({ model, speaker })))
    .find(({ model, speaker }) => voiceName(model, speaker) === name || model.id === name);
  if (!found) throw new UsageError(`There is no voice ${name} in ${voicesDir}.`);
  const { language } = found.speaker;
  const sentences = testSentences(language);
  if (!sentences)
    throw new UsageError(`There are no test sentences for ${language}. Supported languages: en, de, fr.`);
  const recogniser = openRecogniser(process.env);
  const measures = await measureVoice({
    ...found,
    sentences,
    preparedFolder: directory.preparedFolder,
    memoryMb: Number(process.env['VOICES_MEMORY_MB'] || 2_048),
    recogniser,
    onSentence: showProgress('sentences', sentences.length),
  });
  await recogniser?.close();
  const { audioSeconds, seconds, wordErrorRate, unspoken, failed } = measures;
  const rate = wordErrorRate === null ? null : `${(wordErrorRate * 100).toFixed(1)}%`;
  console.log(
    [
      `\n${voiceName(found.model, found.speaker)}: ${sentences.length} sentences, ${failed} failed`,
      `word error rate   ${rate ?? 'unknown: speech recognition is not set up for this language'}`,
      `real-time factor  ${(seconds / audioSeconds).toFixed(3)} (${audioSeconds.toFixed(0)} s of audio in ${seconds.toFixed(1)} s)`,
      `memory            ${measures.memoryMb} MB`,
      ...(unspoken.length > 0 ? [`not spoken        ${[...new Set(unspoken)].join(', ')}`] : []),
    ].join('\n'),
  );
}

/** One line that is written over in a terminal, and none where the output goes to a file. */
function showProgress(unit: string, total: number): (done: number) => void {
  let shown = -1;
  return (done) => {
    const percent = Math.floor((done / Math.max(1, total)) * 100);
    if (!process.stdout.isTTY || percent === shown) return;
    shown = percent;
    process.stdout.write(`\r${percent}% of ${unit}`);
  };
}

/** What to do on a machine without a connection. */
function byHand(name = '<name>'): string {
  const [code, voice, quality] = name.split('-');
  const folder = quality ? `${code!.split('_')[0]}/${code}/${voice}/${quality}/` : '';
  const address = index === defaultIndex ? new URL(folder, index).href : index;
  return `To install it without a connection, download ${name}.onnx, ${name}.onnx.json and MODEL_CARD from ${address} on another machine, and copy them to ${voicesDir}/${name}/.`;
}

try {
  if (command === 'add' && names[0]) await add(names[0]);
  else if (command === 'remove' && names[0]) await remove(names[0]);
  else if (command === 'test' && names[0]) await test(names[0]);
  else if (command === 'list' && names[0]) await listAvailable(names[0]);
  else if (command === 'installed' || command === 'list') await listInstalled();
  else
    throw new UsageError(
      'Usage: npm run voices [list [language] | add <name> | remove <voice> | test <voice>]',
    );
} catch (error) {
  if (!(error instanceof VoiceInstallError || error instanceof UsageError)) throw error;
  console.error(error.message);
  if (error instanceof VoiceInstallError && error.told.code === 'VOICE_INDEX_UNREADABLE')
    console.error(byHand(command === 'add' ? names[0] : undefined));
  process.exitCode = 1;
}
