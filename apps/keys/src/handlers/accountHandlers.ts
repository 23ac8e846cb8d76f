import type { Handlers } from '@latchkey/bridge'
import type { KeysContract, KeysState } from '@latchkey/protocol/keys'
import type { BytesRequest } from '../accounts/KeySigner.ts'
import { VaultUnavailableError } from '../errors/keysErrors.ts'
import type { Signer } from '../wallet/signer.ts'

/** The contract's methods for accounts of any namespace. */
export function accountHandlers({ signer, readState }: { signer: Signer; readState(): Promise<KeysState> }) {
  return {
    async gainAccounts({ namespaces }, { signal }) {
      await signer.gain(namespaces, signal)
      return readState()
    },
    // The signer of the account's namespace reads the bytes; it signs none that it does not understand.
    async signBytes({ account, kind, bytes }, { signal }) {
      const request: BytesRequest = { kind, bytes }
      const signed = await signer.sign({ account, request }, bytes, signal)
      if (signed.kind !== 'signature') throw new VaultUnavailableError()
      return { signature: signed.signature }
    },
  } satisfies Partial<Handlers<KeysContract>>
}
