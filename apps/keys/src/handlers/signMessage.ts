import { VaultUnavailableError } from '../errors.ts'
import type { MakeHandler } from './Handler.ts'

/** EIP-191 version 0x45. Whether it may be 32 bytes is the project's setting, which the service wrote into this document. */
export const signMessage: MakeHandler<'signMessage'> =
  ({ context, signer }) =>
  async ({ address, message }, { signal }) => {
    const signed = await signer.sign(
      address,
      { kind: 'message', message, hash: context.config.hashMessages === true },
      signal,
    )
    if (signed.kind !== 'signature') throw new VaultUnavailableError()
    return { signature: signed.signature }
  }
