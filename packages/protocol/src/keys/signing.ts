import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineMethod } from '../schema/defineMethod.ts'
import { evmAddress, hash32, hexData, nothing } from '../schema/primitives.ts'
import { state } from './session.ts'

const policy = { access: 'granted', ui: 'none' } as const
const timeout = 30_000

/** Decimal digits of an unsigned integer below 2^256. */
const uint = /* @__PURE__ */ once(() => z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,77})$/)))
const signature = () => z.string().check(z.regex(/^0x[0-9a-f]{130}$/))

/** EIP-1559 (type 2) transaction, complete: keys signs just these fields and adds none. */
const evmTransaction = /* @__PURE__ */ once(() =>
  z.strictObject({
    chainId: z.int().check(z.gte(1)),
    nonce: z.int().check(z.gte(0)),
    /** null creates a contract */
    to: z.nullable(evmAddress()),
    /** wei */
    value: uint(),
    data: hexData(),
    gas: uint(),
    /** wei */
    maxFeePerGas: uint(),
    /** wei */
    maxPriorityFeePerGas: uint(),
    accessList: z
      .array(
        z.strictObject({ address: evmAddress(), storageKeys: z.array(hash32()).check(z.maxLength(100)) }),
      )
      .check(z.maxLength(100)),
  }),
)

/**
 * EIP-191 version 0x45 over the bytes. Bytes, not a hash: keys hashes itself.
 *
 * @throws SignedOutError, UnknownAccountError, IntentRefusedError, ServiceUnreachableError, KeysetNotFoundError,
 *   InvalidTokenError
 */
export const signMessage = /* @__PURE__ */ defineMethod({
  name: 'signMessage',
  params: () => z.strictObject({ address: evmAddress(), message: hexData() }),
  result: () => z.strictObject({ signature: signature() }),
  policy,
  timeout,
})
/**
 * EIP-712. The typed data as JSON text, so that both sides parse the same bytes; keys hashes itself and says which hash it signed.
 *
 * @throws SignedOutError, UnknownAccountError, IntentRefusedError, ServiceUnreachableError, KeysetNotFoundError,
 *   InvalidTokenError
 */
export const signTypedData = /* @__PURE__ */ defineMethod({
  name: 'signTypedData',
  params: () => z.strictObject({ address: evmAddress(), typedData: z.string().check(z.maxLength(131_072)) }),
  result: () => z.strictObject({ signature: signature(), hash: hash32() }),
  policy,
  timeout,
})
/**
 * @throws SignedOutError, UnknownAccountError, IntentRefusedError, ServiceUnreachableError, KeysetNotFoundError,
 *   InvalidTokenError
 */
export const signTransaction = /* @__PURE__ */ defineMethod({
  name: 'signTransaction',
  params: () => z.strictObject({ address: evmAddress(), transaction: evmTransaction() }),
  result: () => z.strictObject({ raw: hexData(), hash: hash32() }),
  policy,
  timeout,
})
/** Unpadded base64url, as long as a message of the bridge has room for: the PSBT of any transaction that nodes pass on, or nearly. */
const longBytes = () => z.string().check(z.regex(/^[A-Za-z0-9_-]{1,245760}$/))
/** CAIP-10. */
const accountId = () =>
  z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/))
/**
 * Signs in the own bytes of an account's namespace: a message, or what a transaction of it is signed over. Keys reads the bytes
 * before it signs them, and refuses a message that could be taken for a transaction.
 *
 * @throws SignedOutError, UnknownAccountError, IntentRefusedError, ServiceUnreachableError, KeysetNotFoundError,
 *   InvalidTokenError
 */
export const signBytes = /* @__PURE__ */ defineMethod({
  name: 'signBytes',
  params: () =>
    z.strictObject({
      account: accountId(),
      kind: z.enum(['message', 'transaction']),
      /** None where the message is empty. */
      bytes: z.union([longBytes(), z.literal('')]),
    }),
  result: () => z.strictObject({ signature: longBytes() }),
  policy,
  timeout,
})
/**
 * Sees to it that the wallet has an account of each namespace; nothing is asked of the person.
 *
 * @throws SignedOutError, ServiceUnreachableError, KeysetNotFoundError, InvalidTokenError
 */
export const gainAccounts = /* @__PURE__ */ defineMethod({
  name: 'gainAccounts',
  params: () =>
    z.strictObject({
      namespaces: z.array(z.string().check(z.regex(/^[-a-z0-9]{3,8}$/))).check(z.maxLength(8)),
    }),
  result: state,
  policy,
  timeout,
})
/** Pays the first signature's cost while nobody waits. */
export const warmUp = /* @__PURE__ */ defineMethod({
  name: 'warmUp',
  params: nothing,
  result: nothing,
  policy: { access: 'open', ui: 'none' },
  timeout: 10_000,
})

export type EvmTransaction = z.output<ReturnType<typeof evmTransaction>>
