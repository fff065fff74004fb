import { useState, type RefObject } from 'react';
import { useRelayEnvironment } from 'react-relay';
import type { DeletedKind } from './deleted-kinds.ts';
import { restoreDeleted } from './restore-deleted.ts';

/**
 * Restores deleted items one at a time, and returns the IDs of those that are restored.
 * @param done has the focus when nothing is left to restore
 */
export function useRestoredItems(kind: DeletedKind, done: RefObject<HTMLButtonElement | null>) {
  const environment = useRelayEnvironment();
  const [restored, setRestored] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<string | null>(null);
  const restore = async (button: HTMLElement, item: { id: string; name: string }) => {
    if (busy !== null) return;
    setBusy(item.id);
    const outcome = await restoreDeleted(environment, kind, item);
    setBusy(null);
    // Another member restored it first, or the deadline has passed: it can't be restored from here anymore.
    const isOver = !outcome.ok && (outcome.type === 'ConflictError' || outcome.type === 'NotFoundError');
    if (!outcome.ok && !isOver) return;
    const row = button.closest('li');
    const near = row?.nextElementSibling ?? row?.previousElementSibling;
    if (outcome.ok) (near?.querySelector('button') ?? done.current)?.focus();
    setRestored((known) => [...known, item.id]);
  };
  return { restored, busy, restore };
}
