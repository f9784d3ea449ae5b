export { DemoModel } from './demo/demo-model.ts';
export { mergingFetch } from './merging-fetch.ts';
export { ModelRouter } from './model-router.ts';
export { costMicros, pricesAsOf } from './pricing.ts';
export { ProviderModelClient, type ProviderModelClientOptions } from './provider-model-client.ts';
export { modelPrefixes, type ProviderSettings } from './provider-settings.ts';
