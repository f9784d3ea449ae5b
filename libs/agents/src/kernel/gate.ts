import type { Json, JsonObject } from '../contracts/json.ts';
import type { Risk, ToolSpec } from './tool.ts';

/** `safe`: only safe tools run unasked; `high`: high ones too; `never`: nothing is asked by risk. */
export type ApprovalAbove = 'safe' | 'high' | 'never';

export interface GatePolicy {
  approvalAbove: ApprovalAbove;
  /** Tool name globs (`*` = any run of characters) that are always asked; only tightens. */
  approvalRequired?: readonly string[];
  /** The run belongs to a chat whose thread has an owner who can be asked. */
  interactive: boolean;
}

export type Approvers = 'owner' | 'manager';
export type GateVerdict =
  | { required: false; reason: 'below_threshold' | 'condition_not_met' }
  | { required: true; approvers: Approvers; reason: 'risk' | 'named' | 'condition' };

const rank: Record<Risk, number> = { safe: 0, high: 1, critical: 2 };
const allowedRank: Record<ApprovalAbove, number> = { safe: 0, high: 1, never: 2 };

/** The one rule about asking a person, used by the runtime, publish lint and admin alike. Pure. */
export function gate(input: Json, spec: ToolSpec, policy: GatePolicy): GateVerdict {
  const approvers = approversOf(spec, policy);
  if ((policy.approvalRequired ?? []).some((glob) => matches(glob, spec.name))) return { required: true, approvers, reason: 'named' };
  const when = spec.confirmation?.when;
  if (when) return isAbove(input, when) ? { required: true, approvers, reason: 'condition' } : { required: false, reason: 'condition_not_met' };
  if (rank[spec.risk] > allowedRank[policy.approvalAbove]) return { required: true, approvers, reason: 'risk' };
  return spec.confirmation ? { required: true, approvers, reason: 'condition' } : { required: false, reason: 'below_threshold' };
}

/** High: the thread's owner in chat; critical, and everything without an owner: a manager of the agent. */
function approversOf(spec: ToolSpec, policy: GatePolicy): Approvers {
  if (spec.approvers) return spec.approvers;
  return spec.risk === 'critical' || !policy.interactive ? 'manager' : 'owner';
}

/** A value that is not a number is never waved through. */
function isAbove(input: Json, { path, above }: { path: string; above: number }): boolean {
  const value = path.split('.').reduce<Json | undefined>((node, key) => (isObject(node) ? node[key] : undefined), input);
  return typeof value !== 'number' || value > above;
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function matches(glob: string, name: string): boolean {
  const pattern = glob.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
  return new RegExp(`^${pattern}$`).test(name);
}
