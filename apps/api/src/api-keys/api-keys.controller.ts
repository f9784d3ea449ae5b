import { Body, Controller, Delete, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { type ApiKeyRecord, apiKeySchema, createApiKeySchema, createdApiKeySchema, type ListQuery, listQuerySchema } from '@roster/agents/contracts';
import type { AppAbility } from '@roster/permissions/ability';
import { Operation } from '@roster/permissions/operations';
import type { Response } from 'express';
import { z } from 'zod';

import type { Caller } from '../auth/caller.ts';
import { Requires } from '../http/access.ts';
import { CurrentAbility, CurrentCaller } from '../http/current.ts';
import type { ListPage } from '../http/list/list-page.ts';
import { pathId } from '../http/path-id.ts';
import { ApiKeysService } from './api-keys.service.ts';
import { ChangeApiKeys } from './change-api-keys.ts';
import { presentApiKey } from './present-api-key.ts';

@ApiTags('api-keys')
@Controller('api/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService, private readonly changeKeys: ChangeApiKeys) {}

  @Get() @Requires(Operation.MANAGE_KEYS) @ApiResponse({ status: 200, standardSchema: z.array(apiKeySchema) })
  async list(@Query({ schema: listQuerySchema }) query: ListQuery, @CurrentAbility() ability: AppAbility): Promise<ListPage<ApiKeyRecord>> {
    return (await this.keys.list(query, ability)).map((row) => presentApiKey(row, ability));
  }

  @Get(':apiKeyId') @Requires(Operation.MANAGE_KEYS) @ApiResponse({ status: 200, standardSchema: apiKeySchema })
  async get(@Param('apiKeyId', { schema: pathId }) apiKeyId: string, @CurrentAbility() ability: AppAbility): Promise<ApiKeyRecord> {
    return presentApiKey(await this.keys.find(apiKeyId, ability), ability);
  }

  @Post() @Requires(Operation.MANAGE_KEYS) @ApiResponse({ status: 201, standardSchema: createdApiKeySchema })
  async create(@Body({ schema: createApiKeySchema }) body: z.infer<typeof createApiKeySchema>, @CurrentCaller() caller: Caller, @Res({ passthrough: true }) response: Response): Promise<z.infer<typeof createdApiKeySchema>> {
    const { row, secretText } = await this.changeKeys.create(body, caller);
    response.setHeader('Location', `/api/api-keys/${row.id}`);
    return { ...presentApiKey(row, caller.ability), key: secretText };
  }

  /** Revokes it; the record stays readable. */
  @Delete(':apiKeyId') @Requires(Operation.MANAGE_KEYS) @ApiResponse({ status: 200, standardSchema: apiKeySchema })
  async revoke(@Param('apiKeyId', { schema: pathId }) apiKeyId: string, @CurrentCaller() caller: Caller): Promise<ApiKeyRecord> {
    return presentApiKey(await this.changeKeys.revoke(apiKeyId, caller), caller.ability);
  }
}
