const key = 'return-path';

/** Stores the path at which the session ended, to return to it after sign-in. */
export function rememberReturnPath({
  pathname,
  search,
  hash = '',
}: Pick<Location, 'pathname' | 'search'> & { hash?: string }): void {
  if (pathname !== '/' && pathname !== '/logout') sessionStorage.setItem(key, pathname + search + hash);
}

/** The kept path, once; the dashboard when there is none. Only paths of this site count. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return path?.startsWith('/') && !path.startsWith('//') ? path : '/projects/dashboard';
}
