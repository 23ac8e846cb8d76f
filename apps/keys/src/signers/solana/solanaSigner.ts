import {
  deriveSolanaAccount,
  exportSolanaKey,
  readSolanaText,
  readSolanaTransaction,
  signSolanaMessage,
  signSolanaTransaction,
} from '@latchkey/keyring/solana'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import type { SolanaMessage } from '@latchkey/std/solana/message'
import { SOLANA } from '../../accounts/accountIds.ts'
import { type BytesRequest, defineKeySigner } from '../../accounts/KeySigner.ts'
import { orRefuse } from '../../accounts/refuse.ts'

type Prepared = { kind: 'message'; bytes: Uint8Array } | { kind: 'transaction'; message: SolanaMessage }

/** Accounts of Solana: texts, and messages of transactions, which are read before they are signed. */
export const solanaSigner = /* @__PURE__ */ defineKeySigner<BytesRequest, Prepared>({
  ...SOLANA,
  derive: async (root) => [await deriveSolanaAccount(root)],
  prepare({ kind, bytes: text }) {
    const bytes = decodeBase64url(text)
    if (kind === 'message')
      return { kind, bytes: orRefuse('looksLikeTransaction', () => readSolanaText(bytes)) }
    return { kind, message: orRefuse('invalidTransaction', () => readSolanaTransaction(bytes)) }
  },
  sign(key, prepared) {
    const sign = () =>
      prepared.kind === 'message'
        ? signSolanaMessage(key, prepared.bytes)
        : signSolanaTransaction(key, prepared.message)
    return { kind: 'signature', signature: encodeBase64url(orRefuse('invalidTransaction', sign)) }
  },
  exportKey: exportSolanaKey,
})
