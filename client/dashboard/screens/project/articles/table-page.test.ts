import { describe, expect, it } from 'vitest';
import { parseTableSearch } from './article-variables.ts';
import { formatTablePage, isTablePage, parseTablePage } from './table-page.ts';

describe('tablePage', () => {
  it('reads every part', () => {
    expect(parseTablePage('3_2026-01-02_2026-02-03_ready')).toEqual({
      page: 3,
      dateFrom: '2026-01-02',
      dateTo: '2026-02-03',
      status: 'READY',
    });
  });

  it('reads a status with an underscore', () => {
    expect(parseTablePage('1_none_none_limit_reached').status).toBe('LIMIT_REACHED');
  });

  it.each(['ERRORED', 'Errored', 'errored'])('reads the status %s in any case', (status) => {
    expect(parseTablePage(`1_none_none_${status}`).status).toBe('ERRORED');
  });

  it('reads names of the API as well as of URLs', () => {
    for (const word of ['LIMIT_REACHED', 'limit_reached', 'limit-reached'])
      expect(parseTablePage(`1_none_none_${word}`).status).toBe('LIMIT_REACHED');
    expect(parseTableSearch(new URLSearchParams('sort=TITLE&qastatus=New'))).toMatchObject({
      sort: 'TITLE',
      qaStatus: 'NEW',
    });
  });

  it.each([
    undefined,
    '',
    'none',
    '0_none_none_none',
    '-1',
    '1.5',
    '1e99',
    'x_y_z_w',
    '1_2026-13-45_none_done',
  ])('treats %j as the first page without filters', (segment) => {
    expect(parseTablePage(segment)).toEqual({ page: 1, dateFrom: null, dateTo: null, status: null });
  });

  it.each([
    '3_2026-01-02_2026-02-03_ready',
    '1_none_none_limit_reached',
    '2',
    'none',
    '0_none_none_none',
    '1.5',
    'x_y_z_w',
  ])('%s is a filter', (segment) => {
    expect(isTablePage(segment)).toBe(true);
  });

  it.each(['stats', 'qa', 'playlists', 'add_article', 'setings', 'x_y'])('%s is not a filter', (segment) => {
    expect(isTablePage(segment)).toBe(false);
  });

  it('writes what it reads unchanged', () => {
    for (const segment of [
      '1_none_none_none',
      '7_2026-01-01_none_errored',
      '2_none_2026-12-31_limit_reached',
    ]) {
      expect(formatTablePage(parseTablePage(segment))).toBe(segment);
    }
  });
});
