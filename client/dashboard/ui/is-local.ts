/** Whether the dashboard is open on the machine that serves it. */
export const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);
