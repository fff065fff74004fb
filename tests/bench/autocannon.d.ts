declare module 'autocannon' {
  interface Options {
    url: string;
    method: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers: Record<string, string>;
    body: string;
  }
  interface Result {
    requests: { total: number };
    errors: number;
    non2xx: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
