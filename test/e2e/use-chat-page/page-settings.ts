/** What a product tells its page: where Roster is, with which key, which conversation. Travels in the address behind `#`. */
export interface PageSettings {
  api: string;
  key: string;
  agentId: string;
  chatId: string;
}
