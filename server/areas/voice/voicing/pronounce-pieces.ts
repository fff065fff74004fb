import { CooperativeYield } from '../../../lib/threads/cooperative-yield.ts';
import type { SpeechRequest } from '../../../speech/provider.ts';
import type { Speech } from '../../../speech/speech.ts';
import { composeChanges } from '../../../text/normalise/compose-changes.ts';
import type { SpelledOut, Spelling } from '../../../text/normalise/spelling.ts';
import type { CompiledDictionary } from '../../../text/pronunciation/compile-dictionary.ts';
import { keepForEntries } from '../../../text/pronunciation/keep-for-entries.ts';
import {
  pronounce,
  type AppliedEntry,
  type PronunciationMethod,
  type SpeakingVoice,
  type Sounds,
} from '../../../text/pronunciation/pronounce.ts';
import type { Delivery } from './voice-delivery.ts';

/** A piece as spoken: spelled out, then changed by dictionaries. */
export interface PronouncedPiece extends Spelling {
  /** In `spoken`, in order. */
  sounds: readonly Sounds[];
}

/** What an entry did in an article. */
export interface EntryUse {
  dictionaryId: number;
  dictionary: string;
  entryId: number;
  source: string;
  how: PronunciationMethod;
  count: number;
}

export interface PronouncedPieces {
  pieces: PronouncedPiece[];
  /** The most frequent first. */
  uses: EntryUse[];
}

/**
 * Says the pieces of an article as its dictionaries have it, each in the voice that speaks it.
 * An entry for a written form that a rule would spell out ("3/4", "Dr.") comes before that rule.
 * @param spelled what the pieces became before, one for each
 * @param written the pieces as they are written
 */
export async function pronouncePieces(
  speech: Pick<Speech, 'provider'>,
  dictionaries: readonly CompiledDictionary[],
  spelled: readonly Spelling[],
  deliveryOf: (index: number) => Delivery,
  written: readonly string[],
): Promise<PronouncedPieces> {
  const uses = new Map<string, EntryUse>();
  const pieces: PronouncedPiece[] = [];
  const turns = new CooperativeYield();
  for (const [index, spelling] of spelled.entries()) {
    const { voice, request } = deliveryOf(index);
    const provider = speech.provider(voice.provider);
    const speaking: SpeakingVoice = {
      language: request.language,
      provider: voice.provider,
      name: voice.name,
      takesSounds: (ipa) => provider?.soundsProblem?.(ipa, request) === null,
    };
    const text = written[index]!;
    const before =
      spelling.changes.length === 0
        ? spelling
        : keepForEntries(text, spelling, pronounce(dictionaries, text, speaking).applied);
    const said = pronounce(dictionaries, before.spoken, speaking);
    for (const applied of said.applied) count(uses, applied);
    pieces.push({ spoken: said.spoken, changes: together(before.changes, said), sounds: said.sounds });
    await turns.pause();
  }
  return { pieces, uses: [...uses.values()].sort((a, b) => b.count - a.count || a.entryId - b.entryId) };
}

/** Applies dictionaries to a single short text. */
export async function pronounceText(
  speech: Pick<Speech, 'provider'>,
  dictionaries: readonly CompiledDictionary[],
  delivery: Delivery,
  text: string,
): Promise<Pick<SpeechRequest, 'text' | 'sounds'>> {
  const spelled = [{ spoken: text, changes: [] }];
  const { pieces } = await pronouncePieces(speech, dictionaries, spelled, () => delivery, [text]);
  const { spoken, sounds } = pieces[0]!;
  return { text: spoken, ...(sounds.length > 0 && { sounds: [...sounds] }) };
}

const together = (first: readonly SpelledOut[], second: Spelling): SpelledOut[] =>
  first.length === 0
    ? second.changes
    : second.changes.length === 0
      ? [...first]
      : composeChanges(first, second);

function count(uses: Map<string, EntryUse>, { dictionary, entry, how }: AppliedEntry): void {
  const key = `${dictionary.id} ${entry.id} ${how}`;
  const use = uses.get(key);
  if (use) use.count++;
  else
    uses.set(key, {
      dictionaryId: dictionary.id,
      dictionary: dictionary.name,
      entryId: entry.id,
      source: entry.source,
      how,
      count: 1,
    });
}
