import type { Principal } from '@roster/agents/contracts';
import type { AppAbility, Role } from '@roster/permissions/ability';

/** Who makes this request, as the guard found out. */
export interface Caller {
  principal: Principal;
  /** The user, or the owner of the key. */
  userId: string;
  role: Role;
  ability: AppAbility;
  /** Changes whenever anything changes that the ability follows from. */
  version: string;
  /** With a cookie only: streams end with the login. */
  loginId?: string;
  /** The administrator who looks through this principal's eyes; reads only. */
  viewedBy?: string;
  requestId: string;
  address: string;
}
