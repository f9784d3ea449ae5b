import type { NestExpressApplication } from '@nestjs/platform-express';

interface Layer { route?: { path: string; methods: Record<string, boolean> } }

/** Every method and path the running router answers, as `GET /api/users/:userId`, sorted. */
export function liveRoutes(nest: NestExpressApplication): string[] {
  const { router } = nest.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
  const routes = router.stack.flatMap(({ route }) => (route ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`) : []));
  return [...new Set(routes)].sort();
}
