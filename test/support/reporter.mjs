// Names what was skipped, and ends the output with one line that a script can read, whatever happens before it.
import { writeSync } from 'node:fs';

export default class ResultLineReporter {
  /** A run that never came to its results (a broken setup, say) has failed once. */
  #result = { skipped: [], passed: 0, failed: 1 };

  constructor() {
    process.once('exit', () => {
      for (const name of this.#result.skipped) writeSync(1, `skipped: ${name}\n`);
      writeSync(1, `${this.#result.passed} passed, ${this.#result.failed} failed\n`);
    });
  }

  onRunComplete(_contexts, results) {
    // A file that could not even be loaded counts as one failed test, or it would vanish from the sum.
    this.#result = { skipped: skippedNames(results), passed: results.numPassedTests, failed: results.numFailedTests + results.numRuntimeErrorTestSuites };
  }
}

function skippedNames({ testResults }) {
  return testResults.flatMap((file) => file.testResults.filter(({ status }) => status === 'pending').map(({ fullName }) => fullName));
}
