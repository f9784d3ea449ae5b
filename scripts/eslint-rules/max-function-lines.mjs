// Functions of at most 40 lines. A `describe` body is a list of tests, not a function in that sense, and the lines of a template text (SQL, HTML) are data.
const DEFAULT_LIMIT = 40;

export default {
  meta: { type: 'suggestion', schema: [{ type: 'integer' }], messages: { tooLong: 'This function has {{lines}} lines, {{limit}} are allowed. Split it by what it does.' } },
  create(context) {
    const limit = context.options[0] ?? DEFAULT_LIMIT;
    const openFunctions = [];
    const enter = (node) => openFunctions.push({ node, textLines: 0 });
    const leave = () => {
      const { node, textLines } = openFunctions.pop();
      const lines = linesOf(node) - textLines;
      if (lines > limit && !isTestList(node)) context.report({ node, messageId: 'tooLong', data: { lines, limit } });
    };
    return {
      ':function': enter,
      ':function:exit': leave,
      TemplateLiteral(node) {
        for (const open of openFunctions) open.textLines += linesOf(node) - 1;
      },
    };
  },
};

function linesOf({ loc }) {
  return loc.end.line - loc.start.line + 1;
}

/** The function given to describe, describe.each(…)( … ) or a contract suite named describeSomething. */
function isTestList({ parent }) {
  if (parent?.type !== 'CallExpression') return isContractSuite(parent);
  return /^describe/.test(rootName(parent.callee));
}

function isContractSuite(parent) {
  return parent?.type === 'ExportNamedDeclaration' && /^describe/.test(parent.declaration?.id?.name ?? '');
}

function rootName(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return rootName(callee.object);
  if (callee.type === 'CallExpression') return rootName(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return rootName(callee.tag);
  if (callee.type === 'ConditionalExpression') return rootName(callee.consequent);
  return '';
}
