import { readSimulation, type Simulation } from '@latchkey/chain-evm/decode'
import type { SmartAccountKind } from '@latchkey/chain-evm/decode/smartAccount'
import type { Frame } from '../Frame.ts'
import type { OperationDraft } from './completeOperation.ts'

type Simulated = Pick<OperationDraft, 'sender' | 'factory' | 'factoryData' | 'callData'>

/**
 * The params of `eth_simulateV1` for what the entry point would do: set the account up where that is due, then have it
 * make its calls.
 */
function simulationOf(
  kind: SmartAccountKind,
  { sender, factory, factoryData, callData }: Simulated,
): unknown[] {
  const { entryPoint: from } = kind
  const setUp = factory && factoryData ? [{ from, to: factory, input: factoryData }] : []
  const calls = [...setUp, { from, to: sender, input: callData }]
  return [{ blockStateCalls: [{ calls }], traceTransfers: true, validation: false }, 'latest']
}

/** What its calls would do to the account; undefined when the network cannot tell. */
export async function simulateOperation(
  frame: Frame,
  chainId: number,
  kind: SmartAccountKind,
  operation: Simulated,
  signal: AbortSignal,
): Promise<Simulation | undefined> {
  const params = simulationOf(kind, operation)
  try {
    const result = await frame.chain.request(chainId, { method: 'eth_simulateV1', params }, signal)
    const block = Array.isArray(result) ? (result[0] as { calls?: unknown } | null) : undefined
    // The last call is the account's own; before it there is only its deployment.
    const calls: unknown[] = Array.isArray(block?.calls) ? block.calls : []
    return readSimulation([{ calls: calls.slice(-1) }], operation.sender)
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}
