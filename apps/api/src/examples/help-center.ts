/** The memory of the example FAQ agent. */
export const helpCenter = {
  slug: 'help_center',
  name: 'the help center',
  description: 'Answers to questions about shipping, delivery, returns, refunds, warranty, payment and accounts.',
  documents: [
    {
      title: 'Shipping and delivery',
      text: `
## Delivery times
Orders placed before 15:00 on a working day leave our warehouse the same day. Delivery within the Netherlands takes one working day, to the rest of Europe two to four working days.

## Shipping costs
Shipping is free for orders over €50. Below that we charge €4.95 within the Netherlands and €9.95 to other European countries.

## Tracking
You receive a tracking link by email as soon as the parcel is handed to the carrier. If it has not moved for three working days, contact us and we will search for it.
`,
    },
    {
      title: 'Returns and refunds',
      text: `
## Return period
You can return an unused item within 30 days after delivery. The item must be in its original packaging.

## How to return
Print the return label from your account and hand the parcel to any pick-up point. Returns within Europe are free.

## Refunds
We refund the purchase price within five working days after the return arrives. Refunds above €100 are confirmed by a manager first.

## Damaged items
If an item arrives damaged, send us a photo within seven days. We replace it or refund it in full, and you do not have to send it back.
`,
    },
    {
      title: 'Warranty and repairs',
      text: `
## Warranty
All products come with a two-year warranty against defects. Wear from normal use and damage by accident are not covered.

## Repairs
A repair under warranty is free and takes about ten working days. We send a prepaid label for the shipment.
`,
    },
    {
      title: 'Payment and account',
      text: `
## Payment methods
We accept iDEAL, credit cards, PayPal and bank transfer. Business customers can pay by invoice within 14 days.

## Invoices
The invoice for an order is in your account under "Orders". It can carry a company name and a VAT number if you enter them before you pay.

## Deleting an account
You can delete your account in its settings. Invoices are kept for seven years because the law requires it.
`,
    },
  ],
} as const;
