import { createRoot } from 'react-dom/client';
import { ChatPage } from './chat-page.tsx';
import { readHistory } from './read-history.ts';
import type { PageSettings } from './page-settings.ts';

const settings = JSON.parse(decodeURIComponent(location.hash.slice(1))) as PageSettings;
createRoot(document.getElementById('root')!).render(<ChatPage settings={settings} history={await readHistory(settings)} />);
