/**
 * Serves OpenAI's wire format in a separate process, for tests that kill the application and count its
 * requests:
 *
 * node tests/speech/servers/openai-process.ts <api key> [port]
 *
 * Prints `{"url": "http://127.0.0.1:..."}` when it listens, and from then on one line of JSON for each
 * request: `{"model", "voice", "input"}`. Ends when its standard input ends.
 */
import { startOpenai } from './openai.ts';

const [apiKey = 'test-key', port = '0'] = process.argv.slice(2);
const server = await startOpenai({ apiKey }, Number(port));
const push = server.requests.push.bind(server.requests);
server.requests.push = (...requests) => {
  for (const { body } of requests)
    process.stdout.write(`${JSON.stringify(JSON.parse(body), ['model', 'voice', 'input'])}\n`);
  return push(...requests);
};
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
process.stdin.resume().once('end', () => void server.close());
