import { wordsOf } from '../../test/support/mock-provider/words.ts';

/** Messages before the measured one in a long conversation. */
export const longHistory = 20;

export interface SampleMessage { role: 'user' | 'assistant'; content: string }

const answer = wordsOf(7, 20).join('');

/** What clients of contestants without storage send along: the same conversation that Roster has stored. */
export const sampleMessages = (isLong = false): SampleMessage[] => [
  ...(isLong ? Array.from({ length: longHistory }, (_, index): SampleMessage => (index % 2 === 0 ? { role: 'user', content: 'Go.' } : { role: 'assistant', content: answer })) : []),
  { role: 'user', content: 'Go.' },
];

const orderId = { type: 'string', description: 'The number of the order, for example 1042.' };

/** Three tools, about as large as those Roster sends. No scenario calls them. */
export const sampleTools = [
  { name: 'look_up_order', description: 'Looks up an order by its number: status, customer, item, total, payment and refunds.', parameters: { type: 'object', properties: { orderId }, required: ['orderId'], additionalProperties: false } },
  { name: 'refund_order', description: 'Pays money back to the customer of an order.', parameters: { type: 'object', properties: { orderId, amount: { type: 'number', description: 'Euros to pay back.' }, reason: { type: 'string', description: 'Why the customer gets the money back.' } }, required: ['orderId', 'amount', 'reason'], additionalProperties: false } },
  { name: 'shop_figures', description: 'Reads the figures of the shop: orders, revenue and refunds.', parameters: { type: 'object', properties: {}, additionalProperties: false } },
];
