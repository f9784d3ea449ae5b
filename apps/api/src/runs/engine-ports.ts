/** Injection tokens of ports whose adapter depends on the configuration. Classes are injected as themselves. */
export const LIVE_HUB = Symbol('LiveHub');
export const DOORBELL = Symbol('Doorbell');
export const CANCEL_PUSH = Symbol('CancelPush');
/** Folds a chat run's events into its reply; provided by the chat feature wherever runs are driven. */
export const FINAL_MESSAGE = Symbol('FinalMessage');
