/** What a scrape answered. */
export interface Scrape {
  status: number;
  text: string;
  /** Names of metrics, from the lines that describe them. */
  names: string[];
  /** The sum of a metric's samples that have these labels; undefined: there are none. */
  value(name: string, labels?: Record<string, string>): number | undefined;
}

/** Reads `/metrics` as Prometheus does. @param token of METRICS_TOKEN */
export async function readMetrics(url: string, token: string): Promise<Scrape> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  const lines = text.split('\n');
  const samples = lines.flatMap((line) => {
    const [, name, labels = '', value] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
    return name === undefined
      ? []
      : [{ name, labels: `,${labels},`, value: Number(value!.replace('Inf', 'Infinity')) }];
  });
  return {
    status: response.status,
    text,
    names: lines.flatMap((line) => /^# HELP (\S+)/.exec(line)?.[1] ?? []),
    value(name, labels = {}) {
      const wanted = Object.entries(labels).map(([label, value]) => `,${label}="${value}",`);
      const found = samples.filter(
        (sample) => sample.name === name && wanted.every((label) => sample.labels.includes(label)),
      );
      return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
    },
  };
}
