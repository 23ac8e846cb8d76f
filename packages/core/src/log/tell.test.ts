import type { LogOptions, LogRuntime, Observer } from '@latchkey/std/logLevel'
import { expect, it } from 'vitest'
import { connect } from '../connection/connect.ts'
import { request } from '../connection/request.ts'
import { connectFake } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { isHeard, logLevelOf, readLog, tell } from './tell.ts'

const telling = (options: LogOptions = {}) => ({ options, runtime: {} as LogRuntime })
const failure = { kind: 'failure', name: 'connectEmail', code: 1006 } as const

it('R9-63 keeps errors alone where the page has not said otherwise', async () => {
  const page = telling()
  tell(page, 'warn', failure)
  expect(page.runtime).toEqual({})
  expect(await readLog(page)).toBe('')
  tell(page, 'error', failure)
  const { at, ...rest } = JSON.parse(await readLog(page))
  expect(Date.parse(at)).toBeGreaterThan(0)
  expect(rest).toEqual({ level: 'error', ...failure })
})

it('R9-63 keeps what the page’s level says, and nothing at all where it says so', async () => {
  expect(logLevelOf({ logLevel: 'debug' })).toBe('debug')
  expect(logLevelOf({ logLevel: 'debug', enableLogger: false })).toBe('silent')
  const quiet = telling({ logLevel: 'silent' })
  tell(quiet, 'error', failure)
  expect([isHeard(quiet, 'error'), quiet.runtime]).toEqual([false, {}])
  const loud = telling({ logLevel: 'debug' })
  for (const level of ['debug', 'info', 'warn', 'error'] as const) tell(loud, level, failure)
  expect((await readLog(loud)).trim().split('\n')).toHaveLength(4)
})

it('who looks on hears of everything, and disturbs nothing', () => {
  const page = telling({ logLevel: 'silent' })
  const heard: Parameters<Observer>[] = []
  page.runtime.observers = new Set<Observer>([
    () => {
      throw new Error('a bug')
    },
    (...all) => heard.push(all),
  ])
  expect(isHeard(page, 'debug')).toBe(true)
  tell(page, 'debug', failure)
  expect(heard).toEqual([[{ at: expect.any(Number), ...failure }, 'debug']])
})

it('R9-63 a request that fails is kept by its method and code, without what was asked', async () => {
  const { config } = testConfig()
  const params = ['0x6d696140657861', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']
  const refused = await request(config, { method: 'eth_sign', params }).catch((error: unknown) => error)
  const lines = (await readLog(config)).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 'error',
      kind: 'decision',
      name: 'eth_sign',
      outcome: 'refused',
      code: (refused as { code: number }).code,
    }),
  ])
  expect(lines.join()).not.toContain(params[0])
  expect(lines.join()).not.toContain(params[1])
})

it('tells what came of a request, and how long it took', async () => {
  const { config, wallet } = testConfig()
  await connectFake(wallet, connect(config, { connectorId: 'fake' }))
  const heard: unknown[] = []
  config.runtime.observers = new Set([
    ({ kind, name, outcome, code, ms }) => heard.push([kind, name, outcome, code, ms === undefined]),
  ])
  const approved = request(config, { method: 'personal_sign', params: ['0x00'] })
  await Promise.resolve()
  wallet.take('request').resolve('0x1')
  await approved
  const declined = request(config, { method: 'personal_sign', params: ['0x00'] })
  await Promise.resolve()
  wallet.take('request').reject(Object.assign(new Error(), { code: 4001 }))
  await declined.catch(() => undefined)
  expect(heard).toEqual([
    ['request', 'personal_sign', undefined, undefined, true],
    ['decision', 'personal_sign', 'approved', undefined, false],
    ['request', 'personal_sign', undefined, undefined, true],
    ['decision', 'personal_sign', 'declined', 4001, false],
  ])
  config.destroy()
})
