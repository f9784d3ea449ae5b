/** The few instructions the demo model understands, so that editing a prompt shows in the next answer. */
export interface Style {
  name?: string;
  greeting?: string;
  opening?: string;
  closing?: string;
  language?: keyof typeof phrases;
  shape?: 'upper' | 'lower' | 'one_sentence' | 'bullets';
}

const phrases = {
  english: { found: 'Here is what I found.', hello: 'Hello!' },
  german: { found: 'Das habe ich gefunden.', hello: 'Hallo!' },
  french: { found: "Voici ce que j'ai trouvé.", hello: 'Bonjour !' },
  spanish: { found: 'Esto es lo que encontré.', hello: '¡Hola!' },
  italian: { found: 'Ecco cosa ho trovato.', hello: 'Ciao!' },
  dutch: { found: 'Dit heb ik gevonden.', hello: 'Hallo!' },
} as const;

const quoted = String.raw`["“'‘](?<text>[^"”\n]+?)["”'’](?=[\s.,;!)]|$)`;
const answers = String.raw`(?:(?:each|every|all|your|the|an?)\s+)*(?:answers?|repl(?:y|ies)|responses?|messages?)`;

export function styleOf(instructions: string): Style {
  const text = (pattern: string) => new RegExp(pattern, 'iu').exec(instructions)?.groups?.['text'];
  const style: Style = {};
  const name = new RegExp(String.raw`\byou are (?:called |named )?(?<text>\p{Lu}[\p{L}\d'-]*(?: \p{Lu}[\p{L}\d'-]*){0,3})`, 'u').exec(instructions.replace(/^You are/gmu, 'you are'))?.groups?.['text'];
  const greeting = text(String.raw`\bgreet\b[^.\n]*?\b(?:with|by saying|as)\s+${quoted}`);
  const opening = text(String.raw`\b(?:start|begin|open)\s+${answers}\s+with\s+(?:the (?:words?|phrase)\s+)?${quoted}`);
  const closing = text(String.raw`\b(?:(?:end|close|finish)\s+${answers}\s+(?:with|by saying)|sign\s+(?:${answers}\s+)?(?:as|with)|always (?:mention|say|add))\s+(?:the (?:words?|phrase)\s+)?${quoted}`);
  const language = text(String.raw`\b(?:answer|reply|respond|write|speak)\s+(?:only\s+|always\s+)?in\s+(?<text>${Object.keys(phrases).join('|')})\b`)?.toLowerCase();
  const shape = shapeOf(instructions);
  return Object.assign(style, name && { name }, greeting && { greeting }, opening && { opening }, closing && { closing }, language && { language }, shape && { shape });
}

function shapeOf(instructions: string): Style['shape'] {
  if (/\b(?:in|use|using)\s+(?:all\s+)?(?:upper\s?-?case|capitals|capital letters)/iu.test(instructions)) return 'upper';
  if (/\b(?:in|use|using)\s+(?:all\s+)?lower\s?-?case/iu.test(instructions)) return 'lower';
  if (/\b(?:in|with|use)\s+(?:only\s+|exactly\s+)?(?:one|a single)\s+(?:short\s+)?sentence/iu.test(instructions)) return 'one_sentence';
  return /\b(?:in|with|as|use)\s+(?:short\s+)?bullet(?:s|ed| points| list)/iu.test(instructions) ? 'bullets' : undefined;
}

export const helloOf = ({ greeting, language, name }: Style): string =>
  greeting ?? `${phrases[language ?? 'english'].hello}${name ? ` I am ${name}.` : ''} How can I help you?`;

/** Applies the style to a finished answer. */
export function styled(answer: string, style: Style): string {
  const sentences = answer.split(/(?<=[.!?])\s+|\n+/u).filter((sentence) => sentence.trim() !== '');
  const shaped = style.shape === 'one_sentence' ? (sentences[0] ?? answer) : style.shape === 'bullets' && sentences.length > 1 ? sentences.map((sentence) => `- ${sentence.replace(/^- /u, '')}`).join('\n') : answer;
  const language = style.language && style.language !== 'english' ? `${phrases[style.language].found} ` : '';
  const whole = [style.opening, `${language}${shaped}`, style.closing].filter(Boolean).join(style.shape === 'bullets' ? '\n' : ' ');
  if (style.shape === 'upper') return whole.toUpperCase();
  return style.shape === 'lower' ? whole.toLowerCase() : whole;
}
