const MINIMUM = [20, 19];

/** Called before anything that an older Node could not read. */
export function requireNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return;
  process.stderr.write(`Roster needs Node ${MINIMUM.join('.')} or later; this is ${process.version}. Install a newer Node and run the command again.\n`);
  process.exit(1);
}
