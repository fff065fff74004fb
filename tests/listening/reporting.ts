import { randomBytes } from 'node:crypto';

/** A browser's, so that what it sends is not a program's. */
export const browser = 'Mozilla/5.0 (X11; Linux x64; rv:141.0) Gecko/20100101 Firefox/141.0';

export const eventId = (): string => randomBytes(16).toString('base64url');

export interface SendOptions {
  path?: string;
  headers?: Record<string, string>;
}

/** Sends what a player would: JSON as text. A string is sent as it is. */
export async function report(
  url: string,
  body: unknown,
  { path = '/ev', headers = {} }: SendOptions = {},
): Promise<{ status: number; body: any; headers: Headers }> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': browser, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined, headers: response.headers };
}
