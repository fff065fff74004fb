/** Alert rules, dashboard and runbook name what exists, and each rule fires when it should. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { promtool } from '../../scripts/promtool.ts';

interface Rule {
  alert: string;
  expr: string;
  annotations: { runbook: string; summary: string };
}

interface RuleTest {
  name: string;
  input_series: { series: string }[];
  promql_expr_test: { expr: string; exp_samples: unknown[] }[];
}

interface Panel {
  id: number;
  title: string;
  targets?: { expr: string }[];
}

const folder = 'scripts/observability';
const read = (path: string) => readFile(path, 'utf8');
const { groups } = parse(await read(`${folder}/alerts.yml`)) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { tests } = parse(await read(`${folder}/alerts.test.yml`)) as { tests: RuleTest[] };
const { panels } = JSON.parse(await read(`${folder}/dashboard.json`)) as { panels: Panel[] };
/** Metrics that the process has, which another test compares with this table. */
const described = new Map(
  [
    ...(await read('.github/docs/metrics.md')).matchAll(/^\| `(parlance_\w+)` +\| (\w+).*? \| (.*?) \|/gm),
  ].map(([, name, type, labels]) => [
    name!,
    {
      isHistogram: type === 'histogram',
      labels: [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!),
    },
  ]),
);

/** Metrics of a query, with the labels that it selects. */
const selectorsOf = (expr: string) =>
  [...expr.matchAll(/\b(parlance_\w+)(?:\{([^}]*)\})?/g)].map(([, name, labels = '']) => ({
    name: name!,
    labels: [...labels.matchAll(/(\w+)(?:=~|!=|!~|=)/g)].map(([, label]) => label!),
  }));

/** What a query names and no process shows. */
function unknownIn(expr: string): string[] {
  return selectorsOf(expr).flatMap(({ name, labels }) => {
    const base = described.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, '');
    const metric = described.get(base);
    if (!metric || (base !== name && !metric.isHistogram)) return [name];
    const known = new Set([...metric.labels, 'instance', 'job', ...(name.endsWith('_bucket') ? ['le'] : [])]);
    return labels.filter((label) => !known.has(label)).map((label) => `${name}{${label}}`);
  });
}

test('every rule fires when its condition holds, and not before', async () => {
  const { stdout } = await promisify(execFile)(promtool(), ['test', 'rules', 'alerts.test.yml'], {
    cwd: folder,
  });
  expect(stdout).toContain('SUCCESS');
});

test('every rule is tested with a moment at which it is quiet and one at which it fires', () => {
  expect(tests.map(({ name }) => name)).toEqual(rules.map(({ alert }) => alert));
  for (const { name, promql_expr_test: moments } of tests) {
    for (const { expr } of moments) expect(expr).toContain(`alertname="${name}",alertstate="firing"`);
    expect(moments.map(({ exp_samples: samples }) => samples.length)).toEqual([0, 1]);
  }
});

test('rules, their tests and the dashboard use only metrics and labels that exist', () => {
  expect(described.size).toBeGreaterThan(30);
  expect(rules.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  expect(tests.flatMap(({ input_series: series }) => series.flatMap((one) => unknownIn(one.series)))).toEqual(
    [],
  );
  expect(panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => unknownIn(expr)))).toEqual([]);
  expect(
    unknownIn('parlance_jobs_total_count{outcome="x"} + parlance_jobs{} + parlance_jobs_total{kind="x"}'),
  ).toEqual(['parlance_jobs_total_count', 'parlance_jobs', 'parlance_jobs_total{kind}']);
});

test('the dashboard shows every metric, and its panels have different ids and places', () => {
  const shown = panels.flatMap(({ targets = [] }) =>
    targets.flatMap(({ expr }) => selectorsOf(expr).map(({ name }) => name)),
  );
  const missing = [...described.keys()].filter(
    (name) => !shown.some((one) => one === name || one.replace(/_(?:bucket|sum|count)$/, '') === name),
  );
  expect(missing).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

test('every rule has a section in the runbook, and every section a rule', async () => {
  const sections = await Promise.all(
    ['alerts.md', 'alerts-data.md'].map(async (name) =>
      [...(await read(`.github/docs/${name}`)).matchAll(/^## (Parlance\w+)$/gm)].map(
        ([, heading]) => `${heading} docs/${name}#${heading!.toLowerCase()}`,
      ),
    ),
  );
  expect(sections.flat()).toEqual(rules.map(({ alert, annotations }) => `${alert} ${annotations.runbook}`));
});
