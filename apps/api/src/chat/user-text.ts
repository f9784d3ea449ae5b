import { cleanText, type ClientMessage } from '@roster/agents/contracts';
import { InvalidChatMessageError, MessageTooLongError } from './chat-errors.ts';

const maxCharacters = 100_000;

/** The text of a user message as clients send it. NUL and lone surrogates become U+FFFD. */
export function userTextOf(message: ClientMessage, field: string): string {
  if (message.role !== 'user') throw new InvalidChatMessageError(`${field}.role`, 'The newest message must be a user message.');
  const unreadable = message.parts.findIndex(({ type }) => type === 'file');
  if (unreadable >= 0) throw new InvalidChatMessageError(`${field}.parts.${unreadable}`, 'This agent takes no files.');
  const text = cleanText(message.parts.filter(isText).map((part) => part.text).join('\n\n'));
  if (text.trim() === '') throw new InvalidChatMessageError(`${field}.parts`, 'The message is empty.');
  if (text.length > maxCharacters && [...text].length > maxCharacters) throw new MessageTooLongError(maxCharacters);
  return text;
}

const isText = (part: { type: string; text?: unknown }): part is { type: 'text'; text: string } => part.type === 'text' && typeof part.text === 'string';
