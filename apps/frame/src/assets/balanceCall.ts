import type { RpcCall } from '../rpc/ChainRpc.ts'

/** Asks what an account has of a token (ERC-20 and ERC-721 `balanceOf`), or of the network's coin for null. */
export const balanceCall = (token: string | null, account: string): RpcCall =>
  token === null
    ? { method: 'eth_getBalance', params: [account, 'latest'] }
    : {
        method: 'eth_call',
        params: [
          { to: token, data: `0x70a08231${account.slice(2).toLowerCase().padStart(64, '0')}` },
          'latest',
        ],
      }

/** Reads the answer to `balanceCall`; undefined for what is no balance. */
export const readBalance = (answer: unknown): bigint | undefined =>
  typeof answer === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(answer) ? BigInt(answer) : undefined
