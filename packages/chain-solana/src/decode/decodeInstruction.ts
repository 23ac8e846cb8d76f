import { decodeStake } from './decodeStake.ts'
import { decodeSystem } from './decodeSystem.ts'
import { decodeToken } from './decodeToken.ts'
import type { DecodedInstruction, Instruction } from './model.ts'
import { ASSOCIATED_TOKEN, COMPUTE_BUDGET, isTokenProgram, MEMO, MEMO_V1, STAKE, SYSTEM } from './programs.ts'
import { accountOf, readData, UnreadDataError } from './readData.ts'

/** Associated Token Account program: create, and create unless it is there. */
function decodeAssociated(instruction: Instruction): DecodedInstruction {
  const [kind = 0] = instruction.data
  if (instruction.data.length > 1 || kind > 1) return { kind: 'unread' }
  const at = (place: number) => accountOf(instruction, place)
  return { kind: 'createAssociated', payer: at(0), account: at(1), owner: at(2), mint: at(3) }
}

/** The program passes over what stands behind its data: a byte more must not hide what is paid. */
function decodeComputeBudget({ data }: Instruction): DecodedInstruction {
  const reader = readData(data)
  const kind = reader.u8()
  if (kind === 2) return { kind: 'computeLimit', units: reader.u32() }
  if (kind === 3) return { kind: 'computePrice', microLamports: reader.u64() }
  reader.skip(4)
  return { kind: 'computeOther' }
}

const decoderOf = (program: string): ((instruction: Instruction) => DecodedInstruction) | undefined => {
  if (isTokenProgram(program)) return decodeToken
  switch (program) {
    case SYSTEM:
      return decodeSystem
    case ASSOCIATED_TOKEN:
      return decodeAssociated
    case COMPUTE_BUDGET:
      return decodeComputeBudget
    case STAKE:
      return decodeStake
    case MEMO:
    case MEMO_V1:
      return ({ data }) => ({ kind: 'memo', text: readData(data).text() ?? null })
    default:
      return undefined
  }
}

/**
 * What an instruction does. Data that a known program does not take in this form is `unread`: nothing is guessed.
 *
 * @example decodeInstruction({ program: SYSTEM, accounts, data }).kind // 'transfer'
 */
export function decodeInstruction(instruction: Instruction): DecodedInstruction {
  const decode = decoderOf(instruction.program)
  if (!decode) return { kind: 'unknown' }
  try {
    return decode(instruction)
  } catch (error) {
    if (error instanceof UnreadDataError) return { kind: 'unread' }
    throw error
  }
}
