import { expect, it } from 'vitest'
import { type MockStep, mock } from './mock.ts'
import { connectorContext } from './testing/connectorContext.ts'
import { runConnectorContract } from './testing/connectorContract.ts'

const STEPS: readonly MockStep[] = ['connect', 'reconnect', 'request', 'switchNetwork', 'email', 'promptCode']
const failing = (how: 'reject' | 'hang') => Object.fromEntries(STEPS.map((step) => [step, how]))

runConnectorContract('mock', {
  make: (state) =>
    mock({ email: true, connected: state === 'signedIn', answers: { eth_blockNumber: '0x10' } })(
      connectorContext(),
    ),
  makeRefusing: () => mock({ email: true, fail: failing('reject') })(connectorContext()),
  makeHanging: () => mock({ email: true, fail: failing('hang') })(connectorContext()),
  safeRequest: { method: 'eth_blockNumber', result: '0x10' },
})

it('a failed disconnect has forgotten the session all the same', async () => {
  const connector = mock({ connected: true, fail: { disconnect: 'reject' } })(connectorContext())
  await expect(connector.disconnect()).rejects.toThrow('The mock wallet declined')
  expect(await connector.reconnect({})).toBeUndefined()
})
