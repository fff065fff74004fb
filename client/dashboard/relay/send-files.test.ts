import { expect, it } from 'vitest';
import { multipartForm } from './send-files.ts';

it('sends the operation with nulls, the map of places, and the files', async () => {
  const variables = { input: { project: '7' } };
  const body = {
    operationName: 'UploadMutation',
    variables,
    extensions: { persistedQuery: { version: 1, sha256Hash: 'abc' } },
  };
  const form = multipartForm(body as never, { 'input.file': new File(['tone'], 'tone.wav') });
  expect([...form.keys()]).toEqual(['operations', 'map', '0']);
  expect(JSON.parse(form.get('operations') as string)).toEqual({
    ...body,
    variables: { input: { project: '7', file: null } },
  });
  expect(JSON.parse(form.get('map') as string)).toEqual({ 0: ['variables.input.file'] });
  expect(await (form.get('0') as File).text()).toBe('tone');
  expect(variables).toEqual({ input: { project: '7' } });
});
