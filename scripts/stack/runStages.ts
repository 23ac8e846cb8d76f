import { add, nothing, type Tally } from './tally.ts'

/** What came of a step: its numbers, and a line for each failure. */
export type Outcome = { tally: Tally; failures: string[] }

/** Where a step's words go: to the terminal as they come if it runs alone or is shown, else to `log`, and are shown at its end. */
export type StepOutput = { log: (line: string) => void; isAlone: boolean }

export type Step = {
  name: string
  run: (output: StepOutput) => Promise<Outcome>
  /** Long, with a runner whose lines name their test: they are shown as they come, also beside another step's. */
  isShown?: boolean
}

/** Lanes run side by side, the steps of a lane one after another. */
export type Stage = readonly (readonly Step[])[]

/**
 * Runs stage after stage. A step that fails stops nothing: all failures are known at the end.
 *
 * @param clock milliseconds
 * @throws what a step throws, and the reason of the signal
 */
export async function runStages(
  stages: readonly Stage[],
  options: { log: (text: string) => void; signal: AbortSignal; clock?: () => number },
): Promise<Outcome> {
  const { log, signal, clock = () => performance.now() } = options
  const failures: string[] = []
  let tally = nothing

  async function runStep(step: Step, isOnly: boolean) {
    const isAlone = isOnly || step.isShown === true
    const kept = [`\n── ${step.name}`]
    const show = (line: string) => (isAlone ? log(line) : kept.push(line))
    if (isAlone) log(kept.splice(0).join('\n'))
    const started = clock()
    const outcome = await step.run({ log: show, isAlone })
    signal.throwIfAborted()
    const failed = outcome.tally.failed > 0
    show(`${failed ? '✗' : '✓'} ${step.name} (${((clock() - started) / 1000).toFixed(1)} s)`)
    if (!isAlone) log(kept.join('\n'))
    tally = add(tally, outcome.tally)
    failures.push(...outcome.failures)
  }
  async function runLane(lane: readonly Step[], isAlone: boolean) {
    for (const step of lane) await runStep(step, isAlone)
  }

  for (const stage of stages) await Promise.all(stage.map((lane) => runLane(lane, stage.length === 1)))
  return { tally, failures }
}
