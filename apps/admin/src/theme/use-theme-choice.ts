import { useStore, useStoreContext } from 'react-admin';

export type ThemeChoice = 'system' | 'light' | 'dark';

/** What the person chose. "System" is the absence of a choice, which is also what the boot script reads. */
export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const store = useStoreContext();
  const [stored, setStored] = useStore<string | undefined>('theme');
  const choose = (choice: ThemeChoice) => (choice === 'system' ? store.removeItem('theme') : setStored(choice));
  return [stored === 'light' || stored === 'dark' ? stored : 'system', choose];
}
