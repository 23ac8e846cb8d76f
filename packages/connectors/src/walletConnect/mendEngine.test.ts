import { SignClient } from '@walletconnect/sign-client'
import { expect, it } from 'vitest'
import { mendEngine } from './createClient.ts'

type Checks = { isValidDisconnect(params: unknown): Promise<void> }

/** The real client, not started: each of its checks refuses. */
function startedEngine(): Checks {
  const client = new SignClient({ projectId: 'test', logger: 'silent', telemetryEnabled: false })
  const engine = client.engine as unknown as Checks
  mendEngine(client)
  return engine
}

it('what nobody waits for is no rejection without a handler', async () => {
  const unhandled: unknown[] = []
  const hear = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', hear)
  try {
    void startedEngine().isValidDisconnect({ topic: 'ended' })
    // Node tells of them once the queue of microtasks is empty.
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    process.removeListener('unhandledRejection', hear)
  }
  expect(unhandled).toEqual([])
})

it('whoever waits hears why it was refused', async () => {
  await expect(startedEngine().isValidDisconnect({ topic: 'ended' })).rejects.toThrow()
})
