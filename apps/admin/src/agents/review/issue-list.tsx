import { Box, Link } from '@mui/material';
import type { ContentIssue } from '@roster/agents/contracts';
import { fieldTitle } from './field-title.ts';

/** What stands in the way of publishing; each problem leads to its field. */
export function IssueList({ issues, onIssue }: { issues: readonly ContentIssue[]; onIssue: (issue: ContentIssue) => void }) {
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {issues.map((issue, index) => (
        <li key={index}>
          <Link component="button" type="button" onClick={() => onIssue(issue)} sx={{ fontWeight: 600, verticalAlign: 'baseline' }}>
            {fieldTitle(issue.path).title}
          </Link>
          {`: ${issue.message}`}
        </li>
      ))}
    </Box>
  );
}
