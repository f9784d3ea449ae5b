import { createHash } from 'node:crypto';

/** What the scenarios need to know of a request, whatever wire it came by. */
export interface Received {
  model: string;
  stream: boolean;
  /** All text the model would see, in order. */
  text: string;
  messages: number;
  tools: readonly { name: string; schema: Record<string, unknown> }[];
  /** Replies with tool calls since the newest user message. */
  rounds: number;
  /** Tool calls in the whole conversation. */
  calls: number;
  /** Schema of the wanted JSON object. */
  schema: Record<string, unknown> | undefined;
  /** Hex SHA-256 of the body. */
  digest: string;
  bytes: number;
}

type Fields = Record<string, unknown>;
const list = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);
const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

export function readReceived(raw: string, options: { model?: string; stream?: boolean }): Received {
  const body = fields(JSON.parse(raw));
  const turns = [...list(body['messages']), ...list(body['input']), ...list(body['contents'])];
  const calls = turns.map(callsIn);
  const lastUser = turns.findLastIndex(isUserText);
  return {
    model: options.model ?? String(body['model'] ?? ''),
    stream: options.stream ?? body['stream'] === true,
    text: strings([body['system'], body['instructions'], body['systemInstruction'], turns]).join('\n'),
    messages: turns.length,
    tools: toolsOf(body),
    rounds: roundsIn(turns.slice(lastUser + 1)),
    calls: calls.reduce((sum, count) => sum + count, 0),
    schema: schemaOf(body),
    digest: createHash('sha256').update(raw).digest('hex'),
    bytes: Buffer.byteLength(raw),
  };
}

function callsIn(turn: Fields): number {
  if (turn['type'] === 'function_call') return 1;
  const blocks = [...list(turn['content']), ...list(turn['parts'])];
  return list(turn['tool_calls']).length + blocks.filter((block) => block['type'] === 'tool_use' || 'functionCall' in block).length;
}

/** A user's own words; Anthropic and Google also send tool results in user turns. */
function isUserText(turn: Fields): boolean {
  if (turn['role'] !== 'user') return false;
  return ![...list(turn['content']), ...list(turn['parts'])].some((block) => block['type'] === 'tool_result' || 'functionResponse' in block);
}

/** Consecutive calls of one reply stand in one turn, or (Responses) in neighbouring items. */
function roundsIn(turns: readonly Fields[]): number {
  const flags = turns.map((turn) => callsIn(turn) > 0);
  return flags.filter((flag, index) => flag && !(turns[index]!['type'] === 'function_call' && flags[index - 1])).length;
}

function toolsOf(body: Fields): Received['tools'] {
  const declared = list(body['tools']).flatMap((tool) => ('functionDeclarations' in tool ? list(tool['functionDeclarations']) : [tool]));
  return declared.map((tool) => {
    const described = 'function' in tool ? fields(tool['function']) : tool;
    return { name: String(described['name'] ?? ''), schema: fields(described['parameters'] ?? described['input_schema'] ?? described['parametersJsonSchema']) };
  });
}

function schemaOf(body: Fields): Fields | undefined {
  const chat = fields(fields(body['response_format'])['json_schema'])['schema'];
  const responses = fields(fields(body['text'])['format'])['schema'];
  const google = fields(body['generationConfig'])['responseSchema'] ?? fields(body['generationConfig'])['responseJsonSchema'];
  const anthropic = fields(fields(body['output_config'])['format'])['schema'] ?? fields(body['output_format'])['schema'];
  return (chat ?? responses ?? google ?? anthropic) as Fields | undefined;
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}
