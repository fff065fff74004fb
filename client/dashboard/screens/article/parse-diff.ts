export interface DiffPart {
  value: string;
  added?: boolean;
  removed?: boolean;
}

/** The parts of a recorded difference; null when it cannot be read. */
export function parseDiff(diff: string): DiffPart[] | null {
  try {
    const parts: unknown = JSON.parse(diff);
    return Array.isArray(parts) && parts.every((part) => typeof (part as DiffPart | null)?.value === 'string') ? (parts as DiffPart[]) : null;
  } catch {
    return null;
  }
}
