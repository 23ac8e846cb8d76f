import type { Connector } from '@latchkey/core'
import { describe, expect, it } from 'vitest'

/** How the suite makes a connector in the states that it needs. */
export type ConnectorHarness = {
  /** A connector whose visitor agrees to everything, with or without a session from before. */
  make(state: 'fresh' | 'signedIn'): Connector
  /** One whose visitor, wallet or peer refuses everything. */
  makeRefusing(): Connector
  /** One that never answers by itself. */
  makeHanging(): Connector
  /** A request that needs no person, and its answer. */
  safeRequest: { method: string; result: unknown }
}

/**
 * What every connector must keep to. Call it in a test file.
 *
 * @example
 * runConnectorContract('mine', { make: …, makeRefusing: …, makeHanging: …, safeRequest: { method: 'eth_blockNumber', result: '0x10' } })
 */
export function runConnectorContract(name: string, harness: ConnectorHarness): void {
  const settled = async (work: Promise<unknown>) =>
    work.then(
      () => 'resolved',
      (error: unknown) => (error instanceof Error ? 'rejected' : 'rejected without an Error'),
    )

  describe(`connector contract: ${name}`, () => {
    it('has an id, a name, a type and a namespace', () => {
      const { id, name: label, type, namespaces } = harness.make('fresh')
      expect([id, label, type].every((text) => text.length > 0)).toBe(true)
      expect(namespaces.length).toBeGreaterThan(0)
    })
    it('connect answers with accounts of its namespaces on the network it names', async () => {
      const connector = harness.make('signedIn')
      const result = await connector.connect({ caipNetworkId: 'eip155:1' })
      expect(result.accounts.length).toBeGreaterThan(0)
      expect(result.caipNetworkId).toMatch(/^[a-z0-9]+:.+/)
      for (const { namespace, address } of result.accounts) {
        expect(connector.namespaces).toContain(namespace)
        expect(address).not.toBe('')
      }
    })
    it('reconnect restores a session and answers undefined without one', async () => {
      expect((await harness.make('signedIn').reconnect({}))?.accounts.length).toBeGreaterThan(0)
      expect(await harness.make('fresh').reconnect({})).toBeUndefined()
    })
    it('request answers with the bare result', async () => {
      const connector = harness.make('signedIn')
      await connector.connect({})
      const { method, result } = harness.safeRequest
      expect(await connector.request({ method, params: [] })).toEqual(result)
    })
    it('disconnect ends the session, and may be asked twice', async () => {
      const connector = harness.make('signedIn')
      await connector.connect({})
      await connector.disconnect()
      await connector.disconnect()
    })
    it('disconnect without a session settles', () =>
      expect(settled(harness.make('fresh').disconnect())).resolves.toBe('resolved'))
    it('a refusal is a rejection with an Error, for every step', async () => {
      const connector = harness.makeRefusing()
      expect(await settled(connector.connect({}))).toBe('rejected')
      expect(await settled(connector.request({ method: 'personal_sign', params: [] }))).toBe('rejected')
      if (connector.email) {
        expect(await settled(connector.email.start({ email: 'me@example.com' }))).toBe('rejected')
        expect(await settled(connector.email.promptCode({}))).toBe('rejected')
      }
    })
    it('an abort settles what waits', async () => {
      const connector = harness.makeHanging()
      const works: ((signal: AbortSignal) => Promise<unknown>)[] = [
        (signal) => connector.connect({ signal }),
        (signal) => connector.request({ method: 'eth_blockNumber', signal }),
        async (signal) =>
          connector.email?.promptCode({ signal }) ?? Promise.reject(new Error('has no e-mail')),
      ]
      for (const work of works) {
        const controller = new AbortController()
        const outcome = settled(work(controller.signal))
        await Promise.resolve()
        controller.abort()
        expect(await outcome).toBe('rejected')
      }
    })
    it('an abort before the call settles it too', async () => {
      const signal = AbortSignal.abort()
      expect(await settled(harness.makeHanging().connect({ signal }))).toBe('rejected')
    })
    it('destroy may be called at any time', () => {
      const connector = harness.make('fresh')
      connector.destroy?.()
      connector.destroy?.()
    })
  })
}
