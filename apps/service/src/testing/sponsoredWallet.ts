import { callPaymaster } from '@latchkey/protocol/chainRpc'
import type { Hex } from 'viem'
import { ENTRY_POINT } from '../config/chains.ts'
import { safeAddressOf } from '../userOperations/userOperation.ts'
import { createDevice } from './createDevice.ts'
import { API, type TestService, WALLET } from './createTestService.ts'
import { createActiveWallet } from './createVault.ts'

/** Where the local chain has its paymaster, and who signs for it: keys that are worth nothing. */
export const PAYMASTER = '0x441af2F3a7016bcF2818481f7ACE783E7b01ee30'
export const SIGNER_KEY = '0x9af3698906b03e76dcc4c8a0e88d8b08803eebc897a0eb42caa0899c827a3903'
export const signerBytes = new Uint8Array(Buffer.from(SIGNER_KEY.slice(2), 'hex'))

export type PaymasterReply = {
  result?: Record<string, unknown> & { paymasterData?: Hex; paymasterVerificationGasLimit?: Hex }
  error?: { code: number; message: string; data: { code: number; reason?: string; serviceCode?: number } }
}

export type AskOptions = {
  project?: string
  chainId?: number
  service?: string
  origin?: string
  /** In place of the parameters that belong to the operation. */
  params?: unknown[]
  headers?: Record<string, string>
  /** In place of the whole body. */
  body?: string
}

/** One ERC-7677 call as the frame makes it. */
export async function askPaymaster(
  service: TestService,
  method: string,
  operation: object,
  options: AskOptions = {},
) {
  const { project = 'demo', chainId = 31_337, origin = WALLET } = options
  const query = new URLSearchParams({ chainId: `eip155:${chainId}`, projectId: project })
  if (options.service !== undefined) query.set('service', options.service)
  const params = options.params ?? [operation, ENTRY_POINT, `0x${chainId.toString(16)}`, null]
  const answer = await service.app.request(`${API}${callPaymaster.path}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...options.headers },
    body: options.body ?? JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as PaymasterReply }
}

/** An operation that the checks of a paymaster like. It is signed by nobody. */
export const operationOf = (sender: string, changes: object = {}) => ({
  sender,
  nonce: '0x0',
  callData: '0x7bb37428',
  callGasLimit: '0x186a0',
  verificationGasLimit: '0x7a120',
  preVerificationGas: '0xc350',
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0x3b9aca00',
  ...changes,
})

/** Somebody who signed in to the demo project and has a wallet. */
export async function createSponsored(service: TestService, email: string) {
  const device = await createDevice(service)
  const signedIn = await device.signIn(email)
  const vault = await createActiveWallet(service, device, signedIn)
  return { device, signedIn, vault, owner: vault.account, sender: safeAddressOf(vault.account.address) }
}
