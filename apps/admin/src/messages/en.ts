import { access } from './access.ts';
import { agents } from './agents.ts';
import { approvals } from './approvals.ts';
import { auth } from './auth.ts';
import { chat, playground } from './chat.ts';
import { audit, conversations } from './conversations.ts';
import { editor } from './editor.ts';
import { home } from './home.ts';
import { layout } from './layout.ts';
import { history, review } from './review.ts';
import { runs } from './runs.ts';
import { schedules } from './schedules.ts';
import { shared } from './shared.ts';

/** Every text of the admin. `ra` (react-admin's own) is added beside it. */
export const en = { access, agents, approvals, audit, auth, chat, conversations, editor, history, home, layout, playground, review, runs, schedules, shared };
