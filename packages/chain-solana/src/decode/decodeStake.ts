import type { DecodedInstruction, Instruction } from './model.ts'
import { accountOf, readData } from './readData.ts'

/** The stake program (StakeInstruction of solana-stake-interface). It passes over what stands behind its data, as the system program. */
export function decodeStake(instruction: Instruction): DecodedInstruction {
  const reader = readData(instruction.data)
  const at = (place: number) => accountOf(instruction, place)
  const kind = reader.u32()
  switch (kind) {
    case 0: {
      const [staker, withdrawer] = [reader.key(), reader.key()]
      // A lock-up: a time, an epoch and who may lift it.
      reader.skip(48)
      return { kind: 'stakeCreate', stake: at(0), staker, withdrawer }
    }
    // With a seed in place of the authority's own signature (8 and 11) it gives the stake away all the same.
    case 1:
    case 8: {
      const to = reader.key()
      return { kind: 'stakeAuthorize', stake: at(0), to, canWithdraw: reader.u32() === 1 }
    }
    case 2:
      return { kind: 'stakeDelegate', stake: at(0), validator: at(1) }
    case 3:
      return { kind: 'stakeSplit', stake: at(0), to: at(1), lamports: reader.u64() }
    case 4:
      return { kind: 'stakeWithdraw', stake: at(0), to: at(1), lamports: reader.u64() }
    case 5:
      return { kind: 'stakeDeactivate', stake: at(0) }
    case 7:
      return { kind: 'stakeMerge', stake: at(0), from: at(1) }
    case 9:
      return { kind: 'stakeCreate', stake: at(0), staker: at(2), withdrawer: at(3) }
    case 10:
    case 11:
      return { kind: 'stakeAuthorize', stake: at(0), to: at(3), canWithdraw: reader.u32() === 1 }
    default:
      return { kind: 'unread' }
  }
}
