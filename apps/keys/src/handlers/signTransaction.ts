import { VaultUnavailableError } from '../errors.ts'
import type { MakeHandler } from './Handler.ts'

/** EIP-1559; the fields are those of the frame, none added. */
export const signTransaction: MakeHandler<'signTransaction'> =
  ({ signer }) =>
  async ({ address, transaction }, { signal }) => {
    const signed = await signer.sign(address, { kind: 'transaction', transaction }, signal)
    if (signed.kind !== 'transaction') throw new VaultUnavailableError()
    return { raw: signed.raw, hash: signed.hash }
  }
