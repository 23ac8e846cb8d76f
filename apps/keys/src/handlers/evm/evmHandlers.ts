import type { Handlers } from '@latchkey/bridge'
import type { KeysContract } from '@latchkey/protocol/keys'
import { accountIdIn, EVM } from '../../accounts/accountIds.ts'
import { VaultUnavailableError } from '../../errors/keysErrors.ts'
import type { EvmRequest } from '../../signers/evm/evmRequest.ts'
import type { KeysContext } from '../../state/KeysContext.ts'
import type { Signer } from '../../wallet/signer.ts'

/** The contract's methods for EVM accounts, each by the standard that its method names. */
export function evmHandlers({ context, signer }: { context: KeysContext; signer: Signer }) {
  const sign = (address: string, request: EvmRequest, text: string, signal: AbortSignal) =>
    signer.sign({ account: accountIdIn(EVM, address), request }, text, signal)
  return {
    // EIP-191 version 0x45. Whether it may be 32 bytes is the project's setting, which the service wrote into this document.
    async signMessage({ address, message }, { signal }) {
      const intent = { kind: 'message', message, hash: context.config.hashMessages === true } as const
      const signed = await sign(address, intent, message, signal)
      if (signed.kind !== 'signature') throw new VaultUnavailableError()
      return { signature: signed.signature }
    },
    // EIP-712.
    async signTypedData({ address, typedData }, { signal }) {
      const signed = await sign(address, { kind: 'typedData', typedData }, typedData, signal)
      if (signed.kind !== 'signature' || signed.hash === undefined) throw new VaultUnavailableError()
      return { signature: signed.signature, hash: signed.hash }
    },
    // EIP-1559; the fields are those of the frame, none added.
    async signTransaction({ address, transaction }, { signal }) {
      const request = { kind: 'transaction', transaction } as const
      const signed = await sign(address, request, JSON.stringify(transaction), signal)
      if (signed.kind !== 'transaction') throw new VaultUnavailableError()
      return { raw: signed.raw, hash: signed.hash }
    },
  } satisfies Partial<Handlers<KeysContract>>
}
