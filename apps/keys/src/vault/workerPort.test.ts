import { IntentRefusedError } from '@latchkey/protocol/keys'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VaultUnavailableError } from '../errors/keysErrors.ts'
import { createPanelVault } from './createPanelVault.ts'
import { createVault } from './createVault.ts'
import { createUnlockCache } from './unlockCache.ts'
import { servePort, type VaultPort, vaultOf } from './workerPort.ts'

const tooLate = () => new VaultUnavailableError()
const cache = () => createUnlockCache({ now: () => 0, setTimer: () => 0, clearTimer: () => undefined })
const account = 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const vault = () => createVault({ cache: cache() })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe("the worker's edge", () => {
  it('keeps the code and the reason of an error', async () => {
    const remote = vaultOf(servePort(vault()), 1_000, tooLate)
    const refused = remote.sign('wallet', {
      account,
      request: { kind: 'message', message: `0x${'00'.repeat(32)}` },
    })
    await expect(refused).rejects.toMatchObject({
      code: IntentRefusedError.code,
      data: { reason: 'looksLikeHash' },
    })
    expect(await remote.sign('wallet', { account, request: { kind: 'message', message: '0x00' } })).toBeNull()
  })

  it('lets no foreign error text out', async () => {
    const broken = { ...vault(), warmUp: () => Promise.reject(new Error('secret')) }
    const settled = await servePort(broken).call('warmUp', [])
    expect(JSON.stringify(settled)).not.toContain('secret')
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('has no method %s', async (name) => {
    expect(await servePort(vault()).call(name, [])).toHaveProperty('error')
  })

  it.each(['reveal', 'makeKit', 'enrol', 'prove', 'sealForJoin'])(
    'gives a document of a site no %s, whatever the vault can do',
    async (name) => {
      const port = servePort(createPanelVault({ cache: cache() }))
      expect(await port.call(name, [{}])).toEqual({
        error: { code: VaultUnavailableError.code, message: 'Unknown method' },
      })
    },
  )

  it('settles when the worker does not answer', async () => {
    const dead: VaultPort = { call: () => new Promise(() => undefined) }
    const call = vaultOf(dead, 1_000, tooLate).warmUp()
    const refused = expect(call).rejects.toMatchObject({ code: VaultUnavailableError.code })
    await vi.advanceTimersByTimeAsync(1_000)
    await refused
  })
})
