import { AnswerTooLargeError } from './egress-errors.ts';

export interface BodyLimits {
  maxBytes: number;
  /** Aborted when the whole answer takes too long or the caller gives up; ends a pending read. */
  signal: AbortSignal;
  /** Called once, when the body ended in whatever way. */
  onEnd: () => void;
}

/** The body, counted after decompression. */
export function limitedBody(body: ReadableStream<Uint8Array>, { maxBytes, signal, onEnd }: BodyLimits): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  const end = () => {
    signal.removeEventListener('abort', abort);
    onEnd();
  };
  const abort = () => {
    end();
    void reader.cancel(signal.reason).catch(() => undefined);
  };
  signal.addEventListener('abort', abort, { once: true });
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        end();
        throw signal.aborted ? signal.reason : error;
      });
      if (signal.aborted || done) {
        end();
        return signal.aborted ? controller.error(signal.reason) : controller.close();
      }
      bytes += value.byteLength;
      if (bytes > maxBytes) {
        end();
        void reader.cancel().catch(() => undefined);
        return controller.error(new AnswerTooLargeError(maxBytes));
      }
      controller.enqueue(value);
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}
