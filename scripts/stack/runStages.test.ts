import { expect, test } from 'vitest'
import { type Outcome, runStages, type Step } from './runStages.ts'

const passed: Outcome = { tally: { passed: 1, failed: 0, skipped: 0 }, failures: [] }
const failed: Outcome = { tally: { passed: 0, failed: 1, skipped: 0 }, failures: ['types'] }

function stage() {
  const lines: string[] = []
  const log = (text: string) => void lines.push(text)
  return { lines, options: { log, signal: new AbortController().signal, clock: () => 0 } }
}
function createGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
const step = (name: string, outcome = passed, before: Promise<unknown> = Promise.resolve()): Step => ({
  name,
  run: async ({ log }) => {
    log(`${name} begins`)
    await before
    log(`${name} ends`)
    return outcome
  },
})

test('lanes run side by side, and the words of a step stay together', async () => {
  const { lines, options } = stage()
  const gate = createGate()
  const opens: Step = {
    name: 'types',
    run: async () => {
      gate.open()
      return passed
    },
  }
  // One after another, the first would wait for the second for ever.
  await runStages([[[step('build', passed, gate.opened)], [opens]]], options)
  expect(lines).toHaveLength(2)
  expect(lines).toContain('\n── build\nbuild begins\nbuild ends\n✓ build (0.0 s)')
})

test('alone, a step says what it does as it does it', async () => {
  const { lines, options } = stage()
  await runStages([[[step('unit')]]], options)
  expect(lines).toEqual(['\n── unit', 'unit begins', 'unit ends', '✓ unit (0.0 s)'])
})

test('a long step says what it does as it does it, beside another', async () => {
  const { lines, options } = stage()
  const gate = createGate()
  const unit: Step = { ...step('unit', passed, gate.opened), isShown: true }
  const opens: Step = {
    name: 'end to end',
    isShown: true,
    run: async () => {
      expect(lines).toContain('unit begins')
      gate.open()
      return passed
    },
  }
  await runStages([[[unit], [opens]]], options)
  expect(lines).toContain('unit ends')
})

test('a step that fails stops nothing and is counted and named', async () => {
  const { lines, options } = stage()
  const end = await runStages(
    [[[step('types', failed), step('metrics')], [step('build')]], [[step('unit')]]],
    options,
  )
  expect(end).toEqual({ tally: { passed: 3, failed: 1, skipped: 0 }, failures: ['types'] })
  expect(lines.join('\n')).toContain('✗ types')
  expect(lines.at(-1)).toBe('✓ unit (0.0 s)')
})

test('a stage waits for all lanes of the one before', async () => {
  const order: string[] = []
  const gate = createGate()
  const noted = (name: string, before?: Promise<void>): Step => ({
    name,
    run: async () => {
      await before
      order.push(name)
      return passed
    },
  })
  const running = runStages(
    [[[noted('build', gate.opened)], [noted('types')]], [[noted('unit')]]],
    stage().options,
  )
  gate.open()
  await running
  expect(order).toEqual(['types', 'build', 'unit'])
})

test('what a step throws, and a stop, end the run', async () => {
  const { options } = stage()
  const broken: Step = { name: 'browsers', run: () => Promise.reject(new Error('no browser')) }
  await expect(runStages([[[broken]]], options)).rejects.toThrow('no browser')
  const signal = AbortSignal.abort(new Error('SIGINT'))
  await expect(runStages([[[step('unit')]]], { ...options, signal })).rejects.toThrow('SIGINT')
})
