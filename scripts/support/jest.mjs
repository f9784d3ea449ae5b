import { runTool } from './run.mjs';

export function jest(args) {
  return runTool('jest/bin/jest.js', args, { nodeFlags: ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules'] });
}
