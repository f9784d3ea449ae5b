import type { LanguageModelV3GenerateResult, LanguageModelV3StreamPart } from '@ai-sdk/provider';

/** The stream that would have led to this whole answer, so that both are read in one way. */
export function* partsOf({ content, finishReason, usage, warnings, response }: LanguageModelV3GenerateResult): Generator<LanguageModelV3StreamPart> {
  yield { type: 'stream-start', warnings };
  if (response?.modelId !== undefined) yield { type: 'response-metadata', modelId: response.modelId };
  for (const [index, part] of content.entries()) {
    if (part.type !== 'text' && part.type !== 'reasoning') {
      yield part;
      continue;
    }
    const id = String(index);
    yield { type: `${part.type}-start`, id };
    yield { type: `${part.type}-delta`, id, delta: part.text };
    yield { type: `${part.type}-end`, id, ...(part.providerMetadata && { providerMetadata: part.providerMetadata }) };
  }
  yield { type: 'finish', finishReason, usage };
}
