import { Controller, Get, Query } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { explainAnswerSchema, explainQuerySchema, type Principal } from '@roster/agents/contracts';
import { decide, decideAnywhere, type Decision } from '@roster/permissions/explain';
import { operations, type Operation } from '@roster/permissions/operations';
import { subjectsOf } from '@roster/permissions/subjects';
import type { z } from 'zod';

import { SignedIn } from '../http/access.ts';
import { CurrentCaller } from '../http/current.ts';
import { InvalidRequestError } from '../http/errors/invalid-request-error.ts';
import { InvalidValueError } from '../http/errors/invalid-value-error.ts';
import { NotFoundError } from '../http/errors/not-found-error.ts';
import { authorize } from '../http/authorize.ts';
import { AgentDirectory } from './agent-directory.ts';
import type { Caller } from './caller.ts';
import { Principals } from './principals.ts';

type ExplainQuery = z.infer<typeof explainQuerySchema>;

@ApiTags('permissions')
@Controller('api/permissions')
export class PermissionsController {
  constructor(private readonly principals: Principals, private readonly agents: AgentDirectory) {}

  /** Answers from the rules that enforce. Oneself always; somebody else for administrators. */
  @Get('explain') @SignedIn() @ApiResponse({ status: 200, standardSchema: explainAnswerSchema })
  async explain(@Query({ schema: explainQuerySchema }) query: ExplainQuery, @CurrentCaller() caller: Caller): Promise<Decision> {
    const operation = knownOperation(query.operation);
    const known = await this.principals.load(principalAsked(query, caller));
    if (!known) throw new NotFoundError();
    if (query.agentId === undefined) return decideAnywhere(known.ability, operation);
    if (!subjectsOf[operation].includes('Agent')) throw new InvalidValueError({ agentId: { code: 'not_about_agents', message: 'This operation is not decided on an agent.' } });
    const facts = await this.agents.factsOf(query.agentId);
    if (facts === null) throw new NotFoundError();
    authorize(caller.ability, 'view_agent', facts); // a hidden agent is not explained either
    return decide(known.ability, operation, facts);
  }
}

function knownOperation(name: string): Operation {
  const operation = operations.find((candidate) => candidate === name);
  if (operation === undefined) throw new InvalidRequestError(`There is no such operation. Allowed: ${operations.join(', ')}.`);
  return operation;
}

function principalAsked({ userId, apiKeyId }: ExplainQuery, caller: Caller): Principal {
  if (userId === undefined && apiKeyId === undefined) return caller.principal;
  if (userId !== undefined && apiKeyId !== undefined) throw new InvalidRequestError('Ask about a user or about an API key, not both.');
  if (userId === caller.userId && caller.principal.kind === 'user') return caller.principal;
  if (caller.role !== 'admin' || caller.principal.kind !== 'user') throw new NotFoundError();
  return userId !== undefined ? { kind: 'user', userId } : { kind: 'apiKey', apiKeyId: apiKeyId ?? '' };
}
