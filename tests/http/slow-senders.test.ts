import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dot } from '../support/media.ts';
import { useServer } from '../support/server.ts';

// Separate, because the process's clock moves.
const server = useServer({});
const uploadImage = 'mutation ($file: File!) { uploadImage(input: { file: $file }) { __typename } }';

interface Answer {
  status: number;
  body: string;
}

/** Sends the head of a request and then, twice a second, a few bytes of a body that would be megabytes. */
function drip(path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request(
      server.url + path,
      { method: 'POST', headers: { 'content-length': '3900000', ...headers } },
      async (response) => {
        resolve({ status: response.statusCode!, body: String(await buffer(response)) });
      },
    );
    const drops = setInterval(() => sending.write('12345'), 500);
    sending.on('close', () => clearInterval(drops)).on('error', reject);
    onTestFinished(() => void sending.destroy());
    sending.write('{');
  });
}

test('slow uploads and stalled bodies do not block other requests, and are cut off', async () => {
  const [slow, other] = [await server.make.newsroom(), await server.make.newsroom()];
  const authorization = `Bearer ${await server.signIn(slow.editor)}`;
  const form = { 'content-type': 'multipart/form-data; boundary=x', 'x-parlance-upload': '1', authorization };
  const json = { 'content-type': 'application/json' };
  const uploads = [
    ...Array.from({ length: 6 }, () => drip('/graphql', form)),
    drip(`/api/projects/${slow.project.id}/upload`, { ...json, authorization }),
  ];
  const bodies = [drip('/graphql', { ...json, authorization })];
  const stranger = drip('/auth/sign-in', json);
  let givenUp = 0;
  for (const answer of uploads)
    answer.then(
      () => givenUp++,
      () => 'Torn when the test ends.',
    );
  const token = await server.signIn(other.editor);
  const { data } = await server.upload(uploadImage, {}, new File([dot], 'dot.png'), token);
  expect(data!['uploadImage'].__typename).toBe('UploadImageSuccess');
  // It was answered before any of the slow ones was given up.
  expect(givenUp).toBe(0);

  // A stranger's body that does not say how long it is has no turn at all.
  expect((await stranger).status).toBe(413);

  // Advances the clock by ten seconds for the rate check, which runs every second.
  const clock = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => clock() + 10_000);
  onTestFinished(() => later.mockRestore());
  // Two uploads at a time have their turn; the others are not slow while they wait for theirs.
  const answers = await Promise.all([Promise.race(uploads), ...bodies]);
  // A sender that drips bytes would continue for days.
  for (const { status, body } of answers) {
    expect([status, JSON.parse(body)]).toEqual([
      408,
      { result: 'fail', message: 'The rest of the request did not arrive.' },
    ]);
  }
});
