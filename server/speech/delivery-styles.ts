/**
 * Delivery styles for services that take instructions in words and have no list of styles. Each maps to its
 * instruction.
 */
const DELIVERIES: Record<string, string> = {
  newscast: 'Read like a news presenter: clear, measured and neutral.',
  narration: 'Read like the narrator of an audio book: calm and engaging, with natural pauses.',
  conversational: 'Speak like somebody telling a friend: relaxed and natural.',
  cheerful: 'Speak in a bright, cheerful tone.',
  serious: 'Speak in a serious, restrained tone.',
  empathetic: 'Speak gently and with empathy.',
  excited: 'Speak with energy and excitement.',
  calm: 'Speak slowly and calmly.',
};

/** Ids of the styles, for a voice's list. */
export const DELIVERY_STYLES: string[] = Object.keys(DELIVERIES);

/** The words for a style; null for none; undefined for one that does not exist. */
export function deliveryOf(style: string | undefined): string | null | undefined {
  return !style || style === 'none' ? null : DELIVERIES[style];
}
