import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';

import { AccessGuard } from './access-guard.ts';
import { AgentDirectory } from './agent-directory.ts';
import { Authenticator } from './authenticator.ts';
import { LoginCookies } from './login-cookies.ts';
import { Logins } from './logins.ts';
import { PlatformAgentAccess } from './platform-agent-access.ts';
import { Principals } from './principals.ts';
import { RevocationWatch } from './revocation-watch.ts';
import { RouteAccessCheck } from './route-access-check.ts';
import { SetupLinks } from './setup-links.ts';
import { ViewAs } from './view-as.ts';

/** Identity for every feature and every role. The guard is global; nobody imports it. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    AgentDirectory, Authenticator, LoginCookies, Logins, PlatformAgentAccess, Principals, RevocationWatch, RouteAccessCheck, SetupLinks, ViewAs,
  ],
  exports: [AgentDirectory, LoginCookies, Logins, PlatformAgentAccess, Principals, RevocationWatch, SetupLinks],
})
export class AuthModule {}
