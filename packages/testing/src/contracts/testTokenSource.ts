import {
  APPROVAL_TOPIC,
  addressArgument,
  argument,
  dispatch,
  mappingSlot,
  nestedSlot,
  requireArguments,
  returnString,
  returnWord,
  TRANSFER_TOPIC,
} from './fragments.ts'

/** Storage: 0 total supply, 1 balances, 2 allowances. */
const BALANCES = 1
const ALLOWANCES = 2

/**
 * An ERC-20 with six decimals, EIP-6093 errors and `mint` open to everyone. For tests only.
 */
export const testTokenSource = `
${dispatch({
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  totalSupply: '0x18160ddd',
  balanceOf: '0x70a08231',
  allowance: '0xdd62ed3e',
  transfer: '0xa9059cbb',
  transferFrom: '0x23b872dd',
  approve: '0x095ea7b3',
  mint: '0x40c10f19',
})}
name: ${returnString('Latchkey Test Dollar')}
symbol: ${returnString('LKD')}
decimals: 0x06 ${returnWord}
totalSupply: 0x00 SLOAD ${returnWord}
balanceOf: ${requireArguments(1)} ${addressArgument(0)} ${mappingSlot(BALANCES)} SLOAD ${returnWord}
allowance: ${requireArguments(2)} ${addressArgument(0)} ${nestedSlot(ALLOWANCES, addressArgument(1))} SLOAD ${returnWord}

transfer: ${requireArguments(2)} CALLER ${addressArgument(0)} ${argument(1)} @move JUMP

transferFrom: ${requireArguments(3)} ${addressArgument(0)} ${addressArgument(1)} ${argument(2)}
  DUP3 ${nestedSlot(ALLOWANCES, 'CALLER')} DUP1 SLOAD   ; from to amount slot allowance
  DUP1 NOT ISZERO @unlimited JUMPI
  DUP3 DUP2 LT @lowAllowance JUMPI
  DUP3 SWAP1 SUB SWAP1 SSTORE @move JUMP
unlimited: POP POP @move JUMP

approve: ${requireArguments(2)} ${addressArgument(0)} ${argument(1)}
  CALLER ${mappingSlot(ALLOWANCES)} 0x20 MSTORE DUP2 0x00 MSTORE 0x40 0x00 KECCAK256
  DUP2 SWAP1 SSTORE
  0x00 MSTORE CALLER ${APPROVAL_TOPIC} 0x20 0x00 LOG3
  0x01 ${returnWord}

mint: ${requireArguments(2)} 0x00 ${addressArgument(0)} ${argument(1)}
  DUP2 ISZERO @revert JUMPI
  0x00 SLOAD DUP2 ADD DUP2 DUP2 LT @revert JUMPI        ; the supply may not overflow
  0x00 SSTORE @credit JUMP

move:                                                   ; from to amount
  DUP2 ISZERO @revert JUMPI
  DUP3 ${mappingSlot(BALANCES)} DUP1 SLOAD              ; from to amount slot balance
  DUP3 DUP2 LT @lowBalance JUMPI
  DUP3 SWAP1 SUB SWAP1 SSTORE
credit:                                                 ; from to amount
  DUP2 ${mappingSlot(BALANCES)} DUP1 SLOAD DUP3 ADD SWAP1 SSTORE
  0x00 MSTORE SWAP1 ${TRANSFER_TOPIC} 0x20 0x00 LOG3
  0x01 ${returnWord}

lowBalance:                                             ; ERC20InsufficientBalance(sender, balance, needed)
  0xe450d38c 0xe0 SHL 0x00 MSTORE DUP5 0x04 MSTORE DUP1 0x24 MSTORE DUP3 0x44 MSTORE 0x64 0x00 REVERT
lowAllowance:                                           ; ERC20InsufficientAllowance(spender, allowance, needed)
  0xfb8f41b2 0xe0 SHL 0x00 MSTORE CALLER 0x04 MSTORE DUP1 0x24 MSTORE DUP3 0x44 MSTORE 0x64 0x00 REVERT
`
