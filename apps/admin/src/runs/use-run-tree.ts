import { runEventSchema } from '@roster/agents/contracts';
import { useEffect, useReducer } from 'react';
import { type LiveEventEnvelope, type RunEventEnvelope } from '@roster/agents/contracts';
import { addEvent, addLive, emptyTree, type RunTree } from './run-tree.ts';

const eventTypes = [...runEventSchema.options.map((option) => option.shape.type.value), 'assistant_reply', 'assistant_reset', 'tool_call_args_delta', 'custom'];
type Envelope = RunEventEnvelope | LiveEventEnvelope;

type FlatEvent = Omit<RunEventEnvelope, 'event'> & Record<string, unknown>;

/** On the wire an event is one flat object. */
function toEnvelope({ seq, streamId, runId, rootRunId, agentId, agentName, at, ...event }: FlatEvent): Envelope {
  return { ...(seq !== undefined && { seq }), streamId, runId, rootRunId, agentId, agentName, at, event } as unknown as Envelope;
}

export interface RunFeed {
  tree: RunTree;
  connection: 'opening' | 'open' | 'closed';
}

/** Reads the events of a run's tree from the first one and follows them live until the run ends. */
export function useRunTree(rootRunId: string): RunFeed {
  const [state, dispatch] = useReducer(reduce, rootRunId, (id): RunFeed => ({ tree: emptyTree(id), connection: 'opening' }));
  useEffect(() => {
    dispatch({ type: 'opened', rootRunId });
    const source = new EventSource(`/api/runs/${rootRunId}/events`);
    const onEvent = ({ data }: MessageEvent<string>) => {
      const envelope = toEnvelope(JSON.parse(data) as FlatEvent);
      dispatch({ type: 'received', envelope });
      if (envelope.event.type === 'run_stream_end' && envelope.runId === rootRunId) source.close();
    };
    for (const type of eventTypes) source.addEventListener(type, onEvent);
    source.addEventListener('open', () => dispatch({ type: 'connection', connection: 'open' }));
    source.addEventListener('error', () => dispatch({ type: 'connection', connection: source.readyState === EventSource.CLOSED ? 'closed' : 'opening' }));
    return () => source.close();
  }, [rootRunId]);
  return state;
}

type Action = { type: 'opened'; rootRunId: string } | { type: 'connection'; connection: RunFeed['connection'] } | { type: 'received'; envelope: Envelope };
function reduce(state: RunFeed, action: Action): RunFeed {
  switch (action.type) {
    case 'opened':
      return { tree: emptyTree(action.rootRunId), connection: 'opening' };
    case 'connection':
      return { ...state, connection: action.connection };
    case 'received':
      return { ...state, tree: 'seq' in action.envelope ? addEvent(state.tree, action.envelope) : addLive(state.tree, action.envelope) };
  }
}
