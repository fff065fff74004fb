import { fetchMessages } from '../../server/lib/messages.ts';
import { expect, test } from 'vitest';
import { certificateUrl, SigningKeys } from '../../server/alexa/signing-certificate.ts';
import { FetchError } from '../../server/lib/outbound/safe-fetch.ts';
import { useServer } from '../support/server.ts';
import { issue, type IssuedCertificate } from '../support/certificates.ts';
import { chainUrl, skillId, useSkills } from './skill-stage.ts';

const server = useServer({});
const { root, intermediate, leaf, chains, fetched, post } = useSkills(() => server.app);
const launch = { type: 'LaunchRequest' };

async function slug(): Promise<string> {
  const { project } = await server.make.newsroom();
  const channel = await server.app.db.prisma.channel.create({
    data: {
      projectId: project.id,
      type: 'alexaSkill',
      slug: `daily-${project.id}`,
      settings: { name: 'Daily' },
    },
  });
  await server.app.db.prisma.alexaSkill.create({
    data: { channelId: channel.id, vendorId: 'M2VENDOR', skillId },
  });
  return channel.slug;
}

/** An address at which there is a chain of these. */
function chainOf(...certificates: (IssuedCertificate | string)[]): string {
  const url = `https://s3.amazonaws.com/echo.api/chain-${chains.size}.pem`;
  chains.set(url, certificates.map((one) => (typeof one === 'string' ? one : one.pem)).join(''));
  return url;
}

const amazonHosts = ['echo-api.amazon.com'];

test('requests signed by Amazon are accepted, and its certificates are fetched once', async () => {
  const daily = await slug();
  const before = fetched.length;
  const answers = await Promise.all([1, 2, 3, 4].map(() => post(daily, launch)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(fetched.length - before).toBeLessThanOrEqual(1);
  expect((await post(daily, launch)).status).toBe(200);
  expect(fetched.length - before).toBeLessThanOrEqual(1);
});

test.each([
  'https://s3.amazonaws.com/echo.api/echo-api-cert.pem',
  'https://s3.amazonaws.com:443/echo.api/echo-api-cert.pem',
  'https://s3.amazonaws.com/echo.api/../echo.api/echo-api-cert.pem',
  'https://s3.amazonaws.com/x/%2e%2e/echo.api/echo-api-cert.pem',
  'HTTPS://S3.AmazonAWS.com/echo.api/echo-api-cert.pem#part',
])('%s is a valid certificate URL of Amazon', (url) => {
  expect(certificateUrl(url)).toBe(chainUrl);
});

test.each([
  undefined,
  '',
  'http://s3.amazonaws.com/echo.api/echo-api-cert.pem',
  'https://notamazon.com/echo.api/echo-api-cert.pem',
  'https://s3.amazonaws.com.evil.example/echo.api/echo-api-cert.pem',
  'https://s3.amazonaws.com@evil.example/echo.api/echo-api-cert.pem',
  'https://evil@s3.amazonaws.com/echo.api/echo-api-cert.pem',
  'https://s3.amazonaws.com/EcHo.aPi/echo-api-cert.pem',
  'https://s3.amazonaws.com/invalid.path/echo-api-cert.pem',
  'https://s3.amazonaws.com/echo.api/../other/echo-api-cert.pem',
  'https://s3.amazonaws.com/echo.api/%2e%2e/other/echo-api-cert.pem',
  'https://s3.amazonaws.com:563/echo.api/echo-api-cert.pem',
  'https://s3.amazonaws.com/echo.api/echo-api-cert.pem?x=1',
  'file:///echo.api/echo-api-cert.pem',
])('%s is not, and nothing is fetched from it', async (url) => {
  const before = fetched.length;
  expect(await post(await slug(), launch, { headers: { signaturecertchainurl: url } })).toMatchObject({
    status: 400,
  });
  expect(fetched.length).toBe(before);
});

const selfMade = issue({ name: 'echo-api.amazon.com', hosts: amazonHosts });
const foreignRoot = issue({ name: 'Test Root', ca: true });
const foreign = issue({ name: 'echo-api.amazon.com', hosts: amazonHosts, by: foreignRoot });
const expired = issue({
  name: 'echo-api.amazon.com',
  hosts: amazonHosts,
  by: intermediate,
  from: -9,
  to: -1,
});
const early = issue({ name: 'echo-api.amazon.com', hosts: amazonHosts, by: intermediate, from: 1, to: 9 });
const otherHost = issue({ name: 'echo-api.amazon.com', hosts: ['example.com'], by: intermediate });
const noHost = issue({ name: 'echo-api.amazon.com', by: intermediate });
const wildcard = issue({ name: 'x', hosts: ['*.amazon.com'], by: intermediate });
const oldIntermediate = issue({ name: 'Old Intermediate', ca: true, by: root, from: -9, to: -1 });
const underOld = issue({ name: 'echo-api.amazon.com', hosts: amazonHosts, by: oldIntermediate });
// Certificate of an ordinary site under the trusted root, whose owner signs certificates with it like an
// authority.
const someone = issue({ name: 'someone.example', hosts: ['someone.example'], by: root });
const underSomeone = issue({ name: 'echo-api.amazon.com', hosts: amazonHosts, by: someone });
// Names fit, but another key signed it.
const impostor = issue({ name: 'Test Intermediate', ca: true });
const underImpostor = issue({ name: 'echo-api.amazon.com', hosts: amazonHosts, by: impostor });
const circleOne = issue({ name: 'Circle', ca: true });
const underCircle = issue({ name: 'echo-api.amazon.com', hosts: amazonHosts, by: circleOne });

test.each<[string, IssuedCertificate, (IssuedCertificate | string)[]]>([
  ['self-made', selfMade, [selfMade]],
  ['of a foreign root of the same name', foreign, [foreign, foreignRoot]],
  ['expired', expired, [expired, intermediate]],
  ['not valid yet', early, [early, intermediate]],
  ['for another host', otherHost, [otherHost, intermediate]],
  ['for no host but by its name', noHost, [noHost, intermediate]],
  ['for any host', wildcard, [wildcard, intermediate]],
  ['under an expired intermediate', underOld, [underOld, oldIntermediate]],
  ['issued by who may not', underSomeone, [underSomeone, someone]],
  ['issued by an impostor', underImpostor, [underImpostor, intermediate]],
  ['issued in a circle', underCircle, [underCircle, circleOne, circleOne]],
  ['without its intermediate', leaf, [leaf]],
  ['behind another', leaf, [intermediate, leaf]],
  ['empty', leaf, ['']],
  ['unreadable', leaf, ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n']],
  ['too long', leaf, [leaf, ...Array.from({ length: 20 }, () => intermediate)]],
])('a chain that is %s is refused', async (_, by, certificates) => {
  const answer = await post(await slug(), launch, {
    by,
    headers: { signaturecertchainurl: chainOf(...certificates) },
  });
  expect(answer).toMatchObject({ status: 400, body: { result: 'fail' } });
});

test('a chain directly under the root, and one with extra certificates, are accepted', async () => {
  const direct = issue({ name: 'echo-api.amazon.com', hosts: amazonHosts, by: root });
  const daily = await slug();
  expect(
    (await post(daily, launch, { by: direct, headers: { signaturecertchainurl: chainOf(direct) } })).status,
  ).toBe(200);
  const more = chainOf(leaf, impostor, someone, intermediate, root);
  expect((await post(daily, launch, { headers: { signaturecertchainurl: more } })).status).toBe(200);
});

test('a missing certificate chain is not fetched again for a while', async () => {
  const daily = await slug();
  const url = 'https://s3.amazonaws.com/echo.api/nothing.pem';
  const before = fetched.length;
  const first = await post(daily, launch, { headers: { signaturecertchainurl: url } });
  await post(daily, launch, { headers: { signaturecertchainurl: url } });
  expect(first.status).toBe(400);
  expect(fetched.length - before).toBe(1);
});

test.each([
  ['151 seconds ago', -151_000, 400],
  ['149 seconds ago', -149_000, 200],
  ['in 151 seconds', 152_000, 400],
])('a request sent %s', async (_, ms, status) => {
  expect(
    (await post(await slug(), launch, { timestamp: new Date(Date.now() + ms).toISOString() })).status,
  ).toBe(status);
});

test('a request without timestamp, signature or body, or with those of another one, is refused', async () => {
  const daily = await slug();
  const refused = {
    'no time': { timestamp: 'yesterday' },
    'no signature': { headers: { 'signature-256': undefined } },
    'the old signature only': { headers: { 'signature-256': undefined, signature: 'A'.repeat(344) } },
    'another signature': { headers: { 'signature-256': 'A'.repeat(344) } },
    'a signature that is no base64': { headers: { 'signature-256': '<'.repeat(344) } },
    'a changed body': { change: (body: string) => body.replace('LaunchRequest', 'LaunchRequesT') },
    'another user': { change: (body: string) => body.replace('account.ADA', 'account.EVE') },
    'one space more': { change: (body: string) => `${body} ` },
    'no JSON': { change: () => 'nothing' },
    'no body': { change: () => '' },
    'another key': { by: selfMade },
  };
  for (const [what, sent] of Object.entries(refused))
    expect((await post(daily, launch, sent)).status, what).toBe(400);
  expect(await server.app.db.prisma.alexaListener.count()).toBe(0);
});

test('a request with another or no skill id is refused', async () => {
  const daily = await slug();
  expect((await post(daily, launch, { applicationId: 'amzn1.ask.skill.other' })).status).toBe(403);
  expect((await post('nothing', launch)).status).toBe(404);
  await server.app.db.prisma.channel.update({ where: { slug: daily }, data: { type: 'json' } });
  expect((await post(daily, launch)).status).toBe(404);
  await server.app.db.prisma.channel.update({
    where: { slug: daily },
    data: { type: 'alexaSkill', deletedAt: new Date() },
  });
  expect((await post(daily, launch)).status).toBe(410);
});

test('the real server has the endpoint and trusts only Amazon', async () => {
  const response = await fetch(`${server.url}/alexa/daily`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      signaturecertchainurl: 'https://evil.example/echo.api/a.pem',
    },
    body: '{}',
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('not one of Amazon’s') });
});

test('made-up certificate URLs use no capacity of real ones, and queue behind each other', async () => {
  const asked: string[] = [];
  const keys = new SigningKeys((url) => {
    asked.push(url);
    return url === chainUrl
      ? Promise.reject(
          new FetchError(
            'status',
            fetchMessages.FETCH_NO_SUCH_PAGE({ host: 's3.amazonaws.com', status: 404 }),
            { status: 404 },
          ),
        )
      : new Promise(() => {});
  });
  const madeUp = (stranger: number, one: number) =>
    keys.find(`https://s3.amazonaws.com/echo.api/made-up-${stranger}-${one}.pem`, `network ${stranger}`);
  const refused: string[] = [];
  for (let stranger = 0; stranger < 10; stranger++)
    for (let one = 0; one < 10; one++)
      void madeUp(stranger, one).catch((error: Error) => refused.push(error.name));
  await expect.poll(() => refused.length).toBeGreaterThan(40);
  expect(asked).toHaveLength(4);
  await expect(keys.find(chainUrl, 'Amazon')).rejects.toThrow(
    'There is no certificate chain at its address.',
  );
  expect(asked.at(-1)).toBe(chainUrl);
  expect(new Set(refused)).toEqual(new Set(['NoCertificateError']));
});
