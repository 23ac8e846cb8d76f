import type { DecodedInstruction, Instruction } from './model.ts'
import { accountOf, readData } from './readData.ts'

/** A text with its length before it, as the system program's seeds are written. */
function skipSeed(reader: ReturnType<typeof readData>): void {
  const length = reader.u64()
  reader.skip(length > 64n ? Number.MAX_SAFE_INTEGER : Number(length))
}

/**
 * The system program (SystemInstruction of solana-system-interface). It passes over what stands behind its data, so does this:
 * a byte more must not make an instruction one that cannot be read.
 */
export function decodeSystem(instruction: Instruction): DecodedInstruction {
  const reader = readData(instruction.data)
  const at = (place: number) => accountOf(instruction, place)
  switch (reader.u32()) {
    case 0: {
      const lamports = reader.u64()
      reader.skip(8)
      return { kind: 'createAccount', from: at(0), to: at(1), lamports, owner: reader.key() }
    }
    case 1:
      return { kind: 'assign', account: at(0), owner: reader.key() }
    case 2:
      return { kind: 'transfer', from: at(0), to: at(1), lamports: reader.u64() }
    case 3: {
      reader.skip(32)
      skipSeed(reader)
      const lamports = reader.u64()
      reader.skip(8)
      return { kind: 'createAccount', from: at(0), to: at(1), lamports, owner: reader.key() }
    }
    case 4:
      return { kind: 'nonceAdvance', nonce: at(0), authority: at(2) }
    case 5:
      return { kind: 'nonceWithdraw', nonce: at(0), to: at(1), lamports: reader.u64() }
    case 6:
      return { kind: 'nonceCreate', nonce: at(0), authority: reader.key() }
    case 7:
      return { kind: 'nonceAuthorize', nonce: at(0), authority: reader.key() }
    case 8:
      reader.skip(8)
      return { kind: 'allocate', account: at(0) }
    case 10: {
      reader.skip(32)
      skipSeed(reader)
      return { kind: 'assign', account: at(0), owner: reader.key() }
    }
    case 11: {
      const lamports = reader.u64()
      skipSeed(reader)
      reader.skip(32)
      return { kind: 'transfer', from: at(0), to: at(2), lamports }
    }
    default:
      return { kind: 'unread' }
  }
}
