import { encodeBase64url } from '@latchkey/std/base64url'
import { randomId } from '@latchkey/std/randomId'
import { type Endpoint, wrap } from 'comlink'
import { describe, expect, it } from 'vitest'
import { VaultUnavailableError } from './errors/keysErrors.ts'
import { lazyWorker } from './lazyWorker.ts'
import { exposeOnce, type VaultPort } from './vault/workerPort.ts'

describe('the vault in its worker', () => {
  it('makes a wallet, keeps the root to itself, and refuses by code', async () => {
    // Its first answer comes after all of its modules.
    const { vault } = lazyWorker(120_000)
    await vault.warmUp()
    const wrappingKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ])
    const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
      'deriveBits',
    ])
    const channelKey = encodeBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))
    const ids = { userId: randomId(), walletId: randomId(), deviceId: randomId() }
    const made = await vault.create({ ...ids, channelKey, wrappingKey })
    const account = made.accounts[0] ?? ''
    expect(account).toMatch(/^eip155:1:0x[0-9a-fA-F]{40}$/)
    expect(Object.keys(made).sort()).toEqual(['accounts', 'device', 'recovery', 'walletId'])
    expect(
      await vault.sign(made.walletId, { account, request: { kind: 'message', message: '0x00' } }),
    ).toBeNull()
    const hashLike = { kind: 'message', message: `0x${'00'.repeat(32)}` } as const
    await expect(vault.sign(made.walletId, { account, request: hashLike })).rejects.toMatchObject({
      code: 3104,
    })
  })

  it.each([
    ['with the first call', ({ vault }) => vault.warmUp()],
    ['when it is told to', ({ start }) => start()],
  ] satisfies [string, (worker: ReturnType<typeof lazyWorker>) => unknown][])(
    'starts %s, and not before',
    async (_, wake) => {
      const started: string[] = []
      const { Worker: Native } = globalThis
      globalThis.Worker = class extends Native {
        constructor(url: string | URL, options?: WorkerOptions) {
          started.push(options?.name ?? '')
          super(url, options)
        }
      }
      try {
        const worker = lazyWorker(120_000)
        expect(started).toEqual([])
        await wake(worker)
        await expect.poll(() => started).toEqual(['latchkey-vault'])
        await Promise.all([worker.vault.warmUp(), worker.vault.warmUp()])
        expect(started).toEqual(['latchkey-vault'])
      } finally {
        globalThis.Worker = Native
      }
    },
  )

  it('fails each call by its code where the browser refuses the worker', async () => {
    const { Worker: Native } = globalThis
    globalThis.Worker = class {
      constructor() {
        throw new Error('refused')
      }
    } as unknown as typeof Worker
    try {
      const { vault, start } = lazyWorker(120_000)
      expect(start).not.toThrow()
      await expect(vault.warmUp()).rejects.toMatchObject({ code: VaultUnavailableError.code })
    } finally {
      globalThis.Worker = Native
    }
  })

  it('answers once where the browser runs its script again', async () => {
    const asked: string[] = []
    for (const name of ['first', 'second']) exposeOnce({ call: async () => ({ value: asked.push(name) }) })
    expect(await wrap<VaultPort>(answersOf(window)).call('warmUp', [])).toEqual({ value: 1 })
    expect(asked).toEqual(['first'])
  })
})

/** A window stands in for the worker: it hears its own questions too, which are no answers. */
function answersOf(scope: Window): Endpoint {
  const heard = (listener: EventListenerOrEventListenerObject) => (event: Event) => {
    if (!(event instanceof MessageEvent) || event.data?.type !== 'RAW') return
    if (typeof listener === 'function') listener(event)
    else listener.handleEvent(event)
  }
  return {
    postMessage: (message) => scope.postMessage(message),
    addEventListener: (type, listener) => scope.addEventListener(type, heard(listener)),
    removeEventListener: () => undefined,
  }
}
