/** Injection token of the kernel's ModelClient. */
export const MODEL_CLIENT = Symbol('ModelClient');
