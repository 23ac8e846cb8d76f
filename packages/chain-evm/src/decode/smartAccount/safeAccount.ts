import { concatHex, type Hex, numberToHex } from 'viem'
import { malformed } from '../errors.ts'
import { sameAddress } from '../parseAddress.ts'
import { wrapSignature } from './counterfactualSignature.ts'
import type { SmartAccountKind, Validity } from './SmartAccount.ts'
import { safeAddressOf, safeDeployment } from './safeAddress.ts'
import { decodeSafeCalls, encodeSafeCalls } from './safeCalls.ts'
import { entryPoint07, safeContracts } from './safeContracts.ts'
import { safeMessage, safeOperation } from './safeTypedData.ts'

const uint48 = (seconds: number): Hex => numberToHex(seconds, { size: 6 })
const forEver = 2 ** 48 - 1

/** Safe gives other values of `v` other meanings, down to "needs no signature". */
const asOwner = (signature: Hex): Hex =>
  /^0x[0-9a-f]{128}1[bc]$/i.test(signature) ? signature : malformed('ownerSignature')

const withValidity = (signature: Hex, { after, until }: Validity): Hex =>
  concatHex([uint48(after), uint48(until), signature])

/**
 * Recovery runs to its end with it: `r` is the generator's (SEC 2, section 2.4.1), `s` higher than any signer makes it.
 * It has no zero bytes, so that its call data costs what any other's costs at most.
 */
const nobodys: Hex = `0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f817987${'a'.repeat(63)}1c`

/**
 * Safe 1.4.1 with Safe4337Module 0.3.0 for EntryPoint 0.7: one owner, threshold 1, salt nonce 0.
 *
 * @example
 * safeAccount.addressOf('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266') // the same on every network
 */
export const safeAccount: SmartAccountKind = {
  name: 'safe-1.4.1',
  entryPoint: entryPoint07,
  addressOf: safeAddressOf,
  deployment: safeDeployment,
  encodeCalls: encodeSafeCalls,
  decodeCalls: decodeSafeCalls,
  stubSignature: withValidity(nobodys, { after: 0, until: forEver }),
  operationToSign: safeOperation,
  operationSignature: (signature, validity) => withValidity(asOwner(signature), validity),
  hashToSign: safeMessage,
  accountSignature: (owner, signature, deployed) =>
    deployed
      ? asOwner(signature)
      : wrapSignature({ ...safeDeployment(owner), signature: asOwner(signature) }),
  isOwnDomain: (owner, contract) =>
    [safeAddressOf(owner), safeContracts.module].some((own) => sameAddress(own, contract)),
}
