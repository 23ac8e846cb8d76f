import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** What went wrong around the tests of a suite: Vitest's JSON report leaves it out. */
export type FailedHook = { name: string; fullName: string; message: string }

const failedHooks = (module: TestModule): FailedHook[] =>
  [...module.children.allSuites()].flatMap((suite) =>
    suite
      .errors()
      .map(({ message }) => ({ name: module.relativeModuleId, fullName: suite.fullName, message })),
  )

/** A Vitest reporter that writes the failed hooks, as JSON, to the file that HOOK_REPORT_FILE names. */
// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter of a file by its default export.
export default class HookReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const { HOOK_REPORT_FILE: file } = process.env
    if (file) writeFileSync(file, JSON.stringify(modules.flatMap(failedHooks)))
  }
}
