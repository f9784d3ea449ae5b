// Runs after jest's own reporters: names what was skipped, then one last line that a script can read.
export default class ResultLineReporter {
  onRunComplete(_contexts, results) {
    for (const name of skippedNames(results)) process.stderr.write(`skipped: ${name}\n`);
    // A file that could not even be loaded counts as one failed test, or it would vanish from the sum.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    process.stdout.write(`\n${results.numPassedTests} passed, ${failed} failed\n`);
  }
}

function skippedNames({ testResults }) {
  return testResults.flatMap((file) => file.testResults.filter(({ status }) => status === 'pending').map(({ fullName }) => fullName));
}
