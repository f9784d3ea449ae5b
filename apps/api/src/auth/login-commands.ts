import { Injectable } from '@nestjs/common';

import { AcceptInvitation } from './accept-invitation.ts';
import { ChangePassword } from './change-password.ts';
import { CreateFirstAdmin } from './create-first-admin.ts';
import { SignIn } from './sign-in.ts';
import { SignOut } from './sign-out.ts';

/** The ways in and out. */
@Injectable()
export class LoginCommands {
  constructor(
    readonly signIn: SignIn,
    readonly signOut: SignOut,
    readonly createFirstAdmin: CreateFirstAdmin,
    readonly acceptInvitation: AcceptInvitation,
    readonly changePassword: ChangePassword,
  ) {}
}
