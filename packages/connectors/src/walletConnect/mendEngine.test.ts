import { SignClient } from '@walletconnect/sign-client'
import { expect, it } from 'vitest'
import { mendEngine } from './createClient.ts'

type Checks = Record<'isValidDisconnect' | 'sendResult' | 'sendError', (params: unknown) => Promise<void>>

/** The real client, not started: each of its checks refuses. */
function startedEngine(): Checks {
  const client = new SignClient({ projectId: 'test', logger: 'silent', telemetryEnabled: false })
  const engine = client.engine as unknown as Checks
  mendEngine(client)
  return engine
}

it.each(['isValidDisconnect', 'sendResult', 'sendError'] as const)(
  'what nobody waits for is no rejection without a handler: %s',
  async (name) => {
    const unhandled: unknown[] = []
    const hear = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', hear)
    try {
      void startedEngine()[name]({ topic: 'ended', id: 1 })
      // Node tells of them once the queue of microtasks is empty.
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
    } finally {
      process.removeListener('unhandledRejection', hear)
    }
    expect(unhandled).toEqual([])
  },
)

it('whoever waits hears why it was refused', async () => {
  await expect(startedEngine().isValidDisconnect({ topic: 'ended' })).rejects.toThrow()
})
