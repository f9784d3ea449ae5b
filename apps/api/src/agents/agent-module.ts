import type pg from 'pg';

/** What a module of AGENT_MODULES exports: agent classes, tools, factories. Anything else is not looked at. */
export type AgentModule = Readonly<Record<string, unknown>>;

/** What the platform lends to a module whose tools need it. */
export interface ModuleServices {
  pool: pg.Pool;
}

/** A module may export this function as `declareAgents`; what it returns counts as exported too. */
export type DeclareAgents = (services: ModuleServices) => AgentModule;
