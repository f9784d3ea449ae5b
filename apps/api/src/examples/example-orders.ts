/** Orders of the example shop. */
export const exampleOrders = [
  { id: '1041', customer: 'Sanne de Vries', item: 'Desk lamp', totalCents: 4_900, status: 'delivered', daysAgo: 12 },
  { id: '1042', customer: 'Jonas Weber', item: 'Office chair', totalCents: 24_900, status: 'delivered', daysAgo: 9 },
  { id: '1043', customer: 'Amélie Laurent', item: 'Standing desk', totalCents: 59_900, status: 'shipped', daysAgo: 3 },
  { id: '1044', customer: 'Piotr Nowak', item: 'Notebook, set of five', totalCents: 1_950, status: 'delivered', daysAgo: 3 },
  { id: '1045', customer: 'Lucía García', item: 'Monitor arm', totalCents: 8_900, status: 'processing', daysAgo: 0 },
] as const;
