import type { FrameDocumentConfig } from '@latchkey/protocol'
import { ChainRefusedError, ChainUnreachableError } from '@latchkey/protocol/frame'
import type { KeysState } from '@latchkey/protocol/keys'
import { hashTypedData, keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { accountsOf } from '../chains/evm/accounts/accountsOf.ts'
import type { ChainRpc, RpcCall } from '../context/ChainRpc.ts'
import type { Frame } from '../context/Frame.ts'
import { fakeFrame, signedIn, testConfig } from './fakeFrame.ts'

/** Network 31337 with smart accounts, 8453 without. */
export const smartConfig: FrameDocumentConfig = {
  ...testConfig,
  chains: testConfig.chains.map((chain) =>
    chain.id === 31337 ? { ...chain, smartAccounts: { entryPoint: '0.7' } } : chain,
  ),
}
export const smartChain = smartConfig.chains[0] as FrameDocumentConfig['chains'][number]
export const plainChain = smartConfig.chains[1] as FrameDocumentConfig['chains'][number]

/** Answers of a keys app that really signs. */
export function signingKeys(owner = privateKeyToAccount(generatePrivateKey())) {
  const state: KeysState = {
    ...signedIn,
    accounts: [{ namespace: 'eip155', address: owner.address, type: 'eoa' }],
  }
  const signTypedData = async ({ typedData }: { typedData: string }) => {
    const data = JSON.parse(typedData) as Parameters<typeof owner.signTypedData>[0]
    return { signature: await owner.signTypedData(data), hash: hashTypedData(data) }
  }
  const signTransaction = async ({ transaction }: { transaction: Record<string, string> }) => {
    const { chainId, nonce, to, data, accessList, ...amounts } = transaction
    const wei = Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, BigInt(value)]))
    const fields = { type: 'eip1559', chainId, nonce, data, accessList, ...wei, ...(to ? { to } : {}) }
    const raw = await owner.signTransaction(fields as never)
    return { raw, hash: keccak256(raw) }
  }
  return { owner, state, keys: { signTypedData, signTransaction } }
}

type Answer = { result?: unknown; error?: { code: number; message: string; data?: unknown } }

/** ms; what shall answer has time to. */
const patience = 60_000

async function post(
  url: string,
  { method, params }: RpcCall,
  limit: AbortSignal,
  signal?: AbortSignal,
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return (await response.json()) as Answer
  } catch (cause) {
    signal?.throwIfAborted()
    throw new ChainUnreachableError({ cause })
  }
}

const isBundlers = (method: string) => /UserOperation|supportedEntryPoints/.test(method)

/**
 * The networks as the service would answer for them: reads to a chain, the rest to a bundler and a paymaster.
 *
 * @param bundlerPatience ms that a bundler has to answer; little only while it shall not
 */
export function worldChain(
  chainUrl: string,
  bundlerUrl: string,
  paymasterUrl?: string,
  bundlerPatience = () => patience,
): ChainRpc {
  const ask = async (url: string, call: RpcCall, signal?: AbortSignal) => {
    const limit = AbortSignal.timeout(url === bundlerUrl ? bundlerPatience() : patience)
    const { result, error } = await post(url, call, limit, signal)
    if (error)
      throw new ChainRefusedError({
        data: {
          rpcCode: error.code,
          rpcMessage: error.message,
          ...(typeof error.data === 'string' ? { rpcData: error.data } : {}),
        },
      })
    if (result === undefined) throw new ChainUnreachableError()
    return result
  }
  const request: ChainRpc['request'] = (_, call, signal) =>
    ask(isBundlers(call.method) ? bundlerUrl : chainUrl, call, signal)
  return {
    request,
    paymaster: async (_, call, __, signal) => {
      if (!paymasterUrl) throw new ChainUnreachableError()
      return ask(paymasterUrl, call, signal)
    },
    tokens: async () => [],
    batch: (chainId, calls, signal) =>
      Promise.all(
        calls.map((call) =>
          request(chainId, call, signal).then(
            (result) => ({ ok: true as const, result }),
            (error: unknown) => ({ ok: false as const, error }),
          ),
        ),
      ),
  }
}

export type WorldFrame = {
  frame: Frame
  smart: `0x${string}`
  owner: ReturnType<typeof signingKeys>['owner']
}

/** A frame of somebody new on a real chain. */
export async function worldFrame(
  chain: ChainRpc,
  config: FrameDocumentConfig = smartConfig,
): Promise<WorldFrame> {
  const { owner, state, keys } = signingKeys()
  const frame = fakeFrame({ chain, config, state, keys: keys as never, now: Date.now })
  const accounts = await accountsOf(frame, config.chains[0] as (typeof config.chains)[number])
  return { frame, owner, smart: accounts.smart ?? owner.address }
}

/** Goes through an approval as a person would who approves at once. */
export async function approveNow(frame: Frame, request: Parameters<typeof openNow>[1]): Promise<unknown> {
  const approval = await openNow(frame, request)
  const { payload, view, refusal } = await approval.prepare(new AbortController().signal)
  if (view.stop) throw refusal ?? new Error(`stopped: ${view.stop.title.key}`)
  return approval.sign(payload, () => undefined)
}

/** Opens the approval of a request. */
export async function openNow(
  frame: Frame,
  request: { method: string; params: readonly unknown[]; chain?: typeof smartChain },
) {
  const { openApproval } = await import('../chains/evm/approvalKinds.ts')
  return openApproval(frame, { chain: smartChain, ...request })
}
