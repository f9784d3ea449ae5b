import { Typography } from '@mui/material';

/** Text somebody else wrote (a model, a tool, a document): never markup, line breaks kept, paragraphs apart. */
export function PlainText({ text }: { text: string }) {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <>
      {paragraphs.map((paragraph, index) => (
        <Typography key={index} sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', '& + &': { mt: 1 } }}>
          {paragraph}
        </Typography>
      ))}
    </>
  );
}
