import { loading } from '@latchkey/errors'
import { decodeBase58, encodeBase58 } from '@latchkey/std/base58'
import { ASSOCIATED_TOKEN } from './programs.ts'

const keyBytes = (address: string): number[] => [...(decodeBase58(address, 44) ?? [])]
const MARK = [...new TextEncoder().encode('ProgramDerivedAddress')]

/**
 * The token account that an owner has of a mint by its address alone: no node has to be believed.
 *
 * @param program SPL Token, or Token-2022
 */
export async function associatedAccountOf(
  owner: string,
  mint: string,
  program: string,
): Promise<string | undefined> {
  const { ed25519 } = await loading(import('@noble/curves/ed25519.js'))
  const isPoint = (bytes: Uint8Array) => {
    try {
      return Boolean(ed25519.Point.fromBytes(bytes, true))
    } catch {
      return false
    }
  }
  const seeds = [owner, program, mint].flatMap(keyBytes)
  for (let bump = 255; bump >= 0; bump--) {
    const preimage = Uint8Array.from([...seeds, bump, ...keyBytes(ASSOCIATED_TOKEN), ...MARK])
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', preimage))
    // An address that a program signs for has no private key: it is no point of the curve.
    if (!isPoint(hash)) return encodeBase58(hash)
  }
  return undefined
}
