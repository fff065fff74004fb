import { useEffect, useState } from 'react';

/** Takes the secret of an email's link out of the address, so that no history or screenshot shows it. */
export function useLinkSecret(): string {
  const [secret] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  return secret;
}
