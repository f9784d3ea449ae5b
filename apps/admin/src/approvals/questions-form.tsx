import { Box, Button, Checkbox, FormControl, FormControlLabel, FormLabel, Radio } from '@mui/material';
import { useState } from 'react';
import { useText } from '../messages/use-text.ts';
import type { Question } from './human-request.ts';
import type { Answering } from './use-answer.ts';

export function QuestionsForm({ questions, answer }: { questions: readonly Question[]; answer: Answering }) {
  const t = useText();
  const [chosen, setChosen] = useState<Record<string, readonly string[]>>({});
  const complete = questions.every(({ id }) => (chosen[id]?.length ?? 0) > 0);
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 2 }}>
      {questions.map((question) => (
        <QuestionField key={question.id} question={question} chosen={chosen[question.id] ?? []} onChange={(options) => setChosen((all) => ({ ...all, [question.id]: options }))} />
      ))}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="contained" disabled={answer.busy || !complete} onClick={() => answer.give({ answers: chosen })}>
          {t('approvals.send')}
        </Button>
        <Button disabled={answer.busy} onClick={() => answer.give({ skip: true })}>
          {t('approvals.skip')}
        </Button>
      </Box>
    </Box>
  );
}

function QuestionField({ question, chosen, onChange }: { question: Question; chosen: readonly string[]; onChange: (options: readonly string[]) => void }) {
  const Control = question.allowMultiple ? Checkbox : Radio;
  const toggle = (id: string, on: boolean) => (question.allowMultiple ? onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id)) : onChange([id]));
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{question.prompt}</FormLabel>
      {question.options.map(({ id, label }) => (
        <FormControlLabel key={id} control={<Control size="small" checked={chosen.includes(id)} onChange={(event) => toggle(id, event.target.checked)} />} label={label} />
      ))}
    </FormControl>
  );
}
