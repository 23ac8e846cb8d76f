import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { run } from './run.mjs'

const node = (program: string, options = {}) =>
  run(process.execPath, ['-e', program], { quiet: true, ...options })

test('tells what a program printed and how it ended', async () => {
  const ended = await node('console.log("one"); console.error("two"); process.exit(3)')
  expect(ended).toEqual({ code: 3, output: expect.stringMatching(/one\n/), timedOut: false })
  expect(ended.output).toContain('two')
})

test('a program that cannot be started has code 127', async () => {
  expect(await run('/nowhere/program', [], { quiet: true })).toMatchObject({ code: 127 })
})

test('a program that takes too long is ended', async () => {
  expect(await node('setInterval(() => {}, 1000)', { timeout: 300 })).toMatchObject({
    code: 1,
    timedOut: true,
  })
})

test('a program that has ended is not waited for because one that it started keeps its pipes', async () => {
  const started =
    'require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 20000)"], ' +
    '{ detached: true, stdio: "inherit" }).unref(); console.log("started")'
  const began = performance.now()
  expect(await node(started)).toEqual({ code: 0, output: 'started\n', timedOut: false })
  expect(performance.now() - began).toBeLessThan(15_000)
})

test.skipIf(process.platform === 'win32')('what a program starts is as nice as the program', async () => {
  const grandchild = "process.stdout.write(String(require('node:os').getPriority()))"
  const child = `process.stdout.write(require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(grandchild)}]))`
  const nice = getPriority() + 3
  const { output } = await node(child, { niceness: nice })
  expect(output).toBe(String(nice))
})
