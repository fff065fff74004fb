import { Logo } from '../../ui/Logo.tsx';

/** Before the first screen's code is there. */
export function Starting() {
  return (
    <div style={{ display: 'grid', placeItems: 'center', minHeight: '100dvh' }} role="status" aria-label="Loading">
      <Logo size={44} />
    </div>
  );
}
