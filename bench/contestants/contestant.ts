/** Something that answers a chat by asking the mock provider; each one is a process of its own. */
export interface Contestant {
  name: string;
  /** What it does not do, printed beside its figures. */
  note: string;
  pid: number;
  /** A call that makes the mock play this scenario, for example `mock/text?n=20&ttft=20&gap=0`. */
  chat(scenario: string): Promise<ChatCall>;
  stop(): Promise<void>;
}

export interface ChatCall { url: string; headers: Record<string, string>; body: string }
