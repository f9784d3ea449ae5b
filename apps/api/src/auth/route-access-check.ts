import { Injectable, type OnApplicationBootstrap, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';

import { ACCESS } from '../http/access.ts';

/** A route that states no access stops the start: forgetting is not an option. */
@Injectable()
export class RouteAccessCheck implements OnApplicationBootstrap {
  constructor(private readonly discovery: DiscoveryService, private readonly scanner: MetadataScanner, private readonly reflector: Reflector) {}

  onApplicationBootstrap(): void {
    const bare = this.discovery.getControllers().flatMap(({ metatype, instance }) => {
      if (typeof metatype !== 'function' || !instance) return [];
      const prototype = Object.getPrototypeOf(instance) as Record<string, unknown>;
      return this.scanner
        .getAllMethodNames(prototype)
        .map((name) => ({ name, handler: prototype[name] as () => unknown }))
        .filter(({ handler }) => Reflect.hasMetadata(PATH_METADATA, handler) && this.reflector.getAllAndOverride(ACCESS, [handler, metatype]) === undefined)
        .map(({ name, handler }) => `${RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number]} ${metatype.name}.${name}`);
    });
    if (bare.length > 0) throw new Error(`These routes state no access; add @Requires, @SignedIn or @Public: ${bare.join(', ')}.`);
  }
}
