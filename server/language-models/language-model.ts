/** Request to a language model: for JSON of a known shape. */
export interface ModelRequest {
  /** What it is to do, and how. */
  instructions: string;
  /** What it is to be done to. */
  input: string;
  /** Name and JSON Schema of the answer; every property is required. */
  answer: { name: string; schema: object };
  /** Whose question it is: tenants take turns. */
  tenant: string;
  /** Tokens that the answer may take at most. */
  maxTokens: number;
}

/** A language model of a service. */
export interface LanguageModel {
  /** Of the service: `openai`. */
  provider: string;
  /** As people know the service. */
  title: string;
  /** The service's name for it. */
  model: string;
  /**
   * Asks once.
   * @returns the answer as the service sent it: JSON text, not yet checked
   * @throws ProviderError; the signal's reason when aborted
   */
  ask(request: ModelRequest, signal: AbortSignal): Promise<string>;
}

/** As rules name it: `openai:gpt-5-mini`. */
export const nameOfModel = ({ provider, model }: LanguageModel): string => `${provider}:${model}`;
