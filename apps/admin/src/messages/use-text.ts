import { useTranslate } from 'react-admin';
import type { en } from './en.ts';

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string];
export type MessageKey = Leaves<typeof en>;
export type TextValues = Record<string, string | number>;
export type Text = (key: MessageKey, values?: TextValues) => string;

/** The catalogue's text for a key that exists; `smart_count` chooses between the forms divided by `||||`. */
export function useText(): Text {
  const translate = useTranslate();
  return (key, values) => translate(key, values);
}
