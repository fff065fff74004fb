import { request } from 'node:http';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** As it was sent: compressed, if it was. */
  body: Buffer;
}

/** Sends a request as a program that does not decode the body and follows no redirect. */
export function askRaw(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers as Record<string, string>,
          body: Buffer.concat(parts),
        }),
      );
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/** What a browser says that it accepts. */
export const browser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
};
