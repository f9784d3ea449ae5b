import type { Json } from '@roster/agents/contracts';
import { defineTool, type EffectTool } from '@roster/agents/kernel';
import { z } from 'zod';

import type { Shop, ShopFigures } from './shop.ts';

/** Refunds above this many euros wait for a manager. */
export const REFUND_LIMIT = 100;

const orderId = z.string().regex(/^[A-Za-z0-9-]{1,20}$/).describe('The number of the order, for example 1042.');

export function lookUpOrderTool(shop: Shop): EffectTool {
  return defineTool({
    name: 'look_up_order',
    title: 'Look up an order',
    description: 'Looks up an order by its number: status, customer, item, total, payment and refunds.',
    risk: 'safe',
    idempotent: true,
    input: z.object({ orderId }),
    execute: async (input): Promise<Json> => {
      const order = await shop.order(input.orderId.toUpperCase());
      if (!order) return { found: false, message: `There is no order ${input.orderId}.` };
      const { total, refunded, item, customer, status, orderedAt } = order;
      const message = `Order ${order.orderId} (${item}) by ${customer} of ${orderedAt} is ${status}; €${total.toFixed(2)} paid, €${refunded.toFixed(2)} refunded.`;
      return { found: true, message, order: { ...order } };
    },
  });
}

export function refundOrderTool(shop: Shop): EffectTool {
  return defineTool({
    name: 'refund_order',
    title: 'Refund an order',
    description: 'Pays money back to the customer of an order.',
    risk: 'critical',
    idempotent: true,
    confirmation: { title: 'Refund', promptTemplate: 'Refund €{{amount}} for order {{orderId}}? Reason: {{reason}}', when: { path: 'amount', above: REFUND_LIMIT } },
    input: z.object({
      orderId,
      amount: z.number().positive().max(100_000).describe('Euros to pay back.'),
      reason: z.string().min(1).max(500).describe('Why the customer gets the money back.'),
    }),
    execute: async ({ orderId: id, amount, reason }, { runId, idempotencyKey }): Promise<Json> => {
      const answer = await shop.refund({ orderId: id.toUpperCase(), amountCents: Math.round(amount * 100), reason, runId, idempotencyKey });
      switch (answer.kind) {
        case 'unknown_order': return { refunded: false, message: `There is no order ${id}, so nothing was refunded.` };
        case 'too_much': return { refunded: false, message: `Only €${(answer.leftCents / 100).toFixed(2)} of order ${id} can still be refunded, so nothing was refunded.` };
        case 'refunded': return { refunded: true, refundId: answer.refundId, message: `I refunded €${amount.toFixed(2)} for order ${answer.order.orderId} to ${answer.order.customer}.` };
      }
    },
  });
}

export function shopFiguresTool(shop: Shop): EffectTool {
  return defineTool({
    name: 'shop_figures',
    title: 'Shop figures',
    description: 'Reads the figures of the shop: orders, revenue and refunds.',
    risk: 'safe',
    idempotent: true,
    input: z.object({}),
    execute: async () => {
      const figures = await shop.figures();
      return { message: sentence(figures), ...figures };
    },
  });
}

export function saveDigestTool(shop: Shop): EffectTool {
  return defineTool({
    name: 'save_digest',
    title: 'Save the digest',
    description: 'Saves the daily digest where the team reads it.',
    risk: 'safe',
    idempotent: true,
    input: z.object({ body: z.string().min(1).max(10_000).optional().describe('The text of the digest. Left out: the figures of the shop in one sentence.') }),
    execute: async ({ body }, { runId, idempotencyKey }) => {
      const text = body ?? `Daily digest. ${sentence(await shop.figures())}`;
      const digestId = await shop.saveDigest({ runId, idempotencyKey, body: text });
      return { digestId, message: `The digest is saved. ${text}` };
    },
  });
}

const sentence = ({ orders, revenue, refunds, refunded }: ShopFigures): string =>
  `The shop has ${orders} orders worth €${revenue.toFixed(2)} and ${refunds} refunds of €${refunded.toFixed(2)}.`;
