/** Something that answers a chat by asking the mock provider; each one is a process of its own. */
export interface Contestant {
  name: string;
  /** What it does not do, printed beside its figures. */
  note: string;
  pid: number;
  /** The postmaster of its own database, if it has one. */
  databasePid?: number;
  /** Brings what a measure needs before its clock starts; afterwards `chat` with `isLong` goes on these conversations in turn. */
  prepare?(conversations: { scenario: string; count: number; messages: number }): Promise<void>;
  chat(request: ChatRequest): Promise<ChatCall>;
  stop(): Promise<void>;
}

/** The mock plays the scenario, for example `mock/text?n=20&ttft=20&gap=0&s=7`. `isLong`: 20 messages were said before. */
export interface ChatRequest { scenario: string; isLong?: boolean }

export interface ChatCall {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** The text of the stored reply with the id that the answer named, asked for after the run. Absent: this contestant stores nothing. */
  readBack?(replyId: string): Promise<string>;
}
