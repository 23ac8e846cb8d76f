import { BaseError } from '@latchkey/errors'
import type { ProviderRpcError } from '../interfaces/Provider.ts'

/** Our stable codes → EIP-1193 / EIP-1474 / EIP-5792 codes. */
const PROVIDER_CODES: ReadonlyMap<number, number> = new Map([
  [1001, 4900], // the frame did not come up
  [1002, 4900],
  [1003, -32006],
  [1004, 4001],
  [1010, -32002], // the frame's time-out
  [1011, 4001], // aborted
  [1012, 4900], // connection to the frame closed
  [1013, -32602],
  [1015, 4200],
  [1016, -32005],
  [1017, -32005],
  [2001, 4200],
  [2003, 4100],
  [2004, 4001],
  [2005, 4200],
  [2006, -32002],
  [2008, -32005],
  [2013, -32602],
  [2014, 4902],
  [2015, 4901],
  [2009, 4200],
  [2010, -32000],
  [2011, 4001],
  [2016, 4100],
  [2017, -32003],
  [2018, -32602],
  [2019, 4900],
  [2020, -32002],
  [2027, 5700], // EIP-5792, in its order
  [2028, 5710],
  [2029, 5720],
  [2030, 5730],
  [2031, 5740],
  [2032, 5750],
  [2033, 5760],
  [2034, -32003], // nobody pays: nothing was sent
  [2035, 4901],
  [2036, -32003],
  [2037, -32003],
  [2038, -32003],
  [2039, -32005],
  [2040, -32001],
  [2041, -32602],
  [2042, -32602],
  [2043, -32602],
  [2044, 4200],
  [3100, 4100],
  [4000, 4900],
  [4020, -32005],
  [4400, 4902],
  [4401, 4901],
  [4402, 4200],
  [5004, 4902],
  [5008, 4001],
  [5009, 4100],
  [5010, 4001],
  [5014, 4200],
  [5015, -32600],
  [5016, -32602],
  [5017, 4200],
  [5020, 4200],
  [5021, 4902],
  [5040, -32005],
  [6001, 4900],
  [6002, 4900],
  [6003, 4100],
  [6004, 4100],
  [6005, -32002],
  [6031, 4900], // the relay does not answer
  [6032, 4900],
  [6036, 4100],
  [6038, 4100],
])
const INTERNAL = -32603

/**
 * Makes the error that an EIP-1193 caller expects: a real Error with an integer `code`.
 * `data.latchkeyCode` keeps our own stable code. What a node said wins where there is something: its code and its words are
 * the error's, and stand with its revert data in `data` once more (`code`, `message`, `data`), which is where ethers, viem
 * and web3 look for them.
 */
export function toProviderError(error: unknown): ProviderRpcError {
  if (!(error instanceof BaseError)) {
    const existing = error as { code?: unknown } | undefined
    if (error instanceof Error && Number.isInteger(existing?.code)) return error as ProviderRpcError
    return Object.assign(new Error('Something went wrong'), { code: INTERNAL })
  }
  const { rpcCode, rpcMessage, rpcData, ...facts } = error.data ?? {}
  const code = typeof rpcCode === 'number' ? rpcCode : (PROVIDER_CODES.get(error.code) ?? INTERNAL)
  const message = typeof rpcMessage === 'string' && rpcMessage !== '' ? rpcMessage : error.shortMessage
  return Object.assign(new Error(message, { cause: error }), {
    code,
    data: {
      ...facts,
      ...(typeof rpcCode === 'number' ? { code, message } : {}),
      ...(typeof rpcData === 'string' ? { data: rpcData } : {}),
      latchkeyCode: error.code,
    },
  })
}
