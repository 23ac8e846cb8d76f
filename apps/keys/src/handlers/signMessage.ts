import { VaultUnavailableError } from '../errors.ts'
import type { MakeHandler } from './Handler.ts'

/** EIP-191 version 0x45. */
export const signMessage: MakeHandler<'signMessage'> =
  ({ signer }) =>
  async ({ address, message }, { signal }) => {
    const signed = await signer.sign(address, { kind: 'message', message }, signal)
    if (signed.kind !== 'signature') throw new VaultUnavailableError()
    return { signature: signed.signature }
  }
