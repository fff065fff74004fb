import { variableNames } from '../config.ts';

/** Variables that are read elsewhere than in config.ts, some of them by Node. */
const others = [
  'S3_ACCESS_KEY_ID S3_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_REGION',
  'AWS_POLLY_BASE_URL AWS_POLLY_SPEECH_MARKS AZURE_SPEECH_BASE_URL AZURE_SPEECH_KEY AZURE_SPEECH_REGION',
  'ELEVENLABS_API_KEY ELEVENLABS_BASE_URL GEMINI_API_KEY GEMINI_BASE_URL GEMINI_TEXT_MODEL',
  'GOOGLE_TTS_API_KEY GOOGLE_TTS_BASE_URL IBM_TTS_API_KEY IBM_TTS_BASE_URL',
  'OPENAI_API_KEY OPENAI_BASE_URL OPENAI_TEXT_MODEL NORMALIZATION_MODEL NORMALIZATION_TIMEOUT_MS',
  'RECOGNITION_URL RECOGNITION_API_KEY RECOGNITION_MODEL RECOGNITION_MODEL_DIR RECOGNITION_LANGUAGES',
  'RECOGNITION_TIMEOUT_MS RECOGNITION_EUR_PER_MINUTE RECOGNITION_EUR_PER_DAY SPEECH_STALL_MS SPEECH_TIMEOUT_MS',
  'VOICES_PROCESSES VOICES_MEMORY_MB VOICES_INDEX SPEECH_SERVERS',
  'OTEL_EXPORTER_OTLP_ENDPOINT OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TIMEOUT OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER OTEL_TRACES_SAMPLER_ARG',
  'HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy NODE_EXTRA_CA_CERTS NODE_OPTIONS NODE_ENV HOME HOSTNAME PATH USER SHELL TERM',
].flatMap((line) => line.split(' '));

/** Characters of a name from which on two may be wrong instead of one. */
const longFrom = 8;

/**
 * Variables of the environment that Parlance does not know, whose names are one or two letters from one that
 * it does: they have no effect, and were meant to.
 */
export function misspelledVariables(
  env: Readonly<Record<string, unknown>>,
): { name: string; meant: string }[] {
  const known = [...new Set([...variableNames, ...others])];
  return Object.keys(env).flatMap((name) => {
    if (name.length < 4 || name.length > 60 || known.includes(name)) return [];
    const within = name.length >= longFrom ? 2 : 1;
    const [nearest] = known
      .map((meant) => ({ meant, distance: editDistance(name.toUpperCase(), meant) }))
      .filter(({ distance }) => distance <= within)
      .sort((a, b) => a.distance - b.distance);
    return nearest ? [{ name, meant: nearest.meant }] : [];
  });
}

/** Letters to insert, leave out, replace or exchange with the next one (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1;
      let best = Math.min(
        rows[row - 1]![column]! + 1,
        line[column - 1]! + 1,
        rows[row - 1]![column - 1]! + change,
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        best = Math.min(best, rows[row - 2]![column - 2]! + 1);
      line.push(best);
    }
    rows.push(line);
  }
  return rows[a.length]![b.length]!;
}
