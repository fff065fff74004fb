import type { LocalModel, Speaker } from './local-model.ts';

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const qualities = new Set(['x_low', 'low', 'medium', 'high', 'int8', 'fp16']);

/** What a person reads: `Lessac (medium)`, or `Bella · Kokoro en` where a model has several speakers. */
export function voiceLabel({ id }: Pick<LocalModel, 'id'>, { name }: Pick<Speaker, 'name'>): string {
  const model = modelLabel(id);
  if (name === null) return model;
  const speaker = /^[a-z][fm]_(\w+)$/.exec(name)?.[1] ?? name;
  return `${capital(speaker.replaceAll('_', ' '))} · ${model}`;
}

/** Names begin with what packages them and the language, and end with the quality. */
function modelLabel(id: string): string {
  const name = id.replace(/^(?:vits|sherpa-onnx)-/, '').replace(/^(?:piper|coqui|icefall)-/, '');
  const parts = name.replace(/^[a-z]{2,3}[_-][A-Z]{2}-/, '').split('-');
  const quality = parts.length > 1 && qualities.has(parts.at(-1)!) ? parts.pop()! : null;
  const words = capital(parts.join(' ').replaceAll('_', ' '));
  return quality === null ? words : `${words} (${quality.replace('_', ' ')})`;
}
