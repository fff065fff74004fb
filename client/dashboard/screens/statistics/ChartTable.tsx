import { statisticsWords } from '../../generated/words/statistics.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { Plot } from './chart-scales.ts';
import { figureIn, longLabel } from './figures.ts';

/** A chart as a table, for screen readers. */
export function ChartTable({ title, labels, series }: Pick<Plot, 'labels' | 'series'> & { title: string }) {
  const w = useWords(statisticsWords);
  return (
    <div className="visually-hidden">
      <table>
        <caption>{w.table({ title })}</caption>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={`${index} ${label}`}>
              <th scope="row">{longLabel(label)}</th>
              {series.map(({ name, unit: of, data }) => (
                <td key={name}>{figureIn(of, data[index])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
