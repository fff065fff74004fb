declare module 'autocannon' {
  export interface Options {
    url: string;
    method: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers?: Record<string, string>;
    body?: string;
    /** In turn; each is made by `setupRequest` when it is sent. */
    requests?: { setupRequest(request: object): object }[];
    /** Called for each connection before the time begins. */
    setupClient?(client: Client): void;
  }
  interface Client {
    /** What it asks, in turn; made now. */
    setRequests(requests: { headers?: Record<string, string>; body?: string }[]): void;
  }
  interface Result {
    requests: { total: number };
    /** Milliseconds. */
    latency: { p99: number };
    errors: number;
    non2xx: number;
    '2xx': number;
    '3xx': number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
