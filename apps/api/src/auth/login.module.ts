import { Module } from '@nestjs/common';

import { AcceptInvitation } from './accept-invitation.ts';
import { AuthController } from './auth.controller.ts';
import { ChangePassword } from './change-password.ts';
import { CreateFirstAdmin } from './create-first-admin.ts';
import { KnownBrowsers } from './known-browsers.ts';
import { LoginCommands } from './login-commands.ts';
import { LoginThrottle } from './login-throttle.ts';
import { OpenLogin } from './open-login.ts';
import { Passwords } from './passwords.ts';
import { PermissionsController } from './permissions.controller.ts';
import { SignIn } from './sign-in.ts';
import { SignOut } from './sign-out.ts';

/** Signing in and out, and asking what one may do. */
@Module({
  controllers: [AuthController, PermissionsController],
  providers: [AcceptInvitation, ChangePassword, CreateFirstAdmin, KnownBrowsers, LoginCommands, LoginThrottle, OpenLogin, Passwords, SignIn, SignOut],
})
export class LoginModule {}
