import { VaultUnavailableError } from '../errors.ts'
import type { MakeHandler } from './Handler.ts'

/** EIP-712. */
export const signTypedData: MakeHandler<'signTypedData'> =
  ({ signer }) =>
  async ({ address, typedData }, { signal }) => {
    const signed = await signer.sign(address, { kind: 'typedData', typedData }, signal)
    if (signed.kind !== 'signature' || signed.hash === undefined) throw new VaultUnavailableError()
    return { signature: signed.signature, hash: signed.hash }
  }
