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

/** Storage: 0 owners, 1 balances, 2 approved address of a token, 3 operators. */
const OWNERS = 0
const BALANCES = 1
const APPROVED = 2
const OPERATORS = 3

const APPROVAL_FOR_ALL_TOPIC = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'

/** [] → [bool]: whether the caller is an operator of the owner that `pushOwner` pushes. */
const callerIsOperatorOf = (pushOwner: string) => `${pushOwner} ${nestedSlot(OPERATORS, 'CALLER')} SLOAD`

/**
 * An ERC-721 with `mint` open to everyone. For tests only: `safeTransferFrom` refuses every contract
 * instead of asking it with onERC721Received.
 */
export const testCollectibleSource = `
${dispatch({
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  tokenURI: '0xc87b56dd',
  supportsInterface: '0x01ffc9a7',
  balanceOf: '0x70a08231',
  ownerOf: '0x6352211e',
  getApproved: '0x081812fc',
  isApprovedForAll: '0xe985e9c5',
  approve: '0x095ea7b3',
  setApprovalForAll: '0xa22cb465',
  transferFrom: '0x23b872dd',
  safeTransferFrom: '0x42842e0e',
  safeTransferFromWithData: '0xb88d4fde',
  mint: '0x40c10f19',
})}
name: ${returnString('Latchkey Test Collectible')}
symbol: ${returnString('LKC')}
tokenURI: ${requireArguments(1)} ${argument(0)} ${mappingSlot(OWNERS)} SLOAD ISZERO @revert JUMPI
  ${returnString('data:application/json,{"name":"Latchkey Test Collectible"}')}
supportsInterface: ${requireArguments(1)} ${argument(0)} 0xe0 SHR
  DUP1 0x01ffc9a7 EQ SWAP1 DUP1 0x80ac58cd EQ SWAP1 0x5b5e139f EQ OR OR ${returnWord}
balanceOf: ${requireArguments(1)} ${addressArgument(0)} DUP1 ISZERO @revert JUMPI
  ${mappingSlot(BALANCES)} SLOAD ${returnWord}
ownerOf: ${requireArguments(1)} ${argument(0)} ${mappingSlot(OWNERS)} SLOAD DUP1 ISZERO @revert JUMPI ${returnWord}
getApproved: ${requireArguments(1)} ${argument(0)} DUP1 ${mappingSlot(OWNERS)} SLOAD ISZERO @revert JUMPI
  ${mappingSlot(APPROVED)} SLOAD ${returnWord}
isApprovedForAll: ${requireArguments(2)} ${addressArgument(0)} ${nestedSlot(OPERATORS, addressArgument(1))} SLOAD ${returnWord}

approve: ${requireArguments(2)} ${addressArgument(0)} ${argument(1)}
  DUP1 ${mappingSlot(OWNERS)} SLOAD DUP1 ISZERO @revert JUMPI   ; to id owner
  DUP1 CALLER EQ ${callerIsOperatorOf('DUP2')} OR ISZERO @revert JUMPI
  DUP3 DUP3 ${mappingSlot(APPROVED)} SSTORE
  SWAP1 SWAP2 SWAP1 ${APPROVAL_TOPIC} 0x00 0x00 LOG4 STOP

setApprovalForAll: ${requireArguments(2)} ${addressArgument(0)} ${argument(1)} ISZERO ISZERO
  CALLER ${mappingSlot(OPERATORS)} 0x20 MSTORE DUP2 0x00 MSTORE 0x40 0x00 KECCAK256
  DUP2 SWAP1 SSTORE
  0x00 MSTORE CALLER ${APPROVAL_FOR_ALL_TOPIC} 0x20 0x00 LOG3 STOP

safeTransferFromWithData: ${requireArguments(4)} @safeTransferFrom JUMP
safeTransferFrom: ${requireArguments(3)} ${addressArgument(1)} EXTCODESIZE @revert JUMPI
transferFrom: ${requireArguments(3)} ${addressArgument(0)} ${addressArgument(1)} ${argument(2)}
  DUP2 ISZERO @revert JUMPI DUP3 ISZERO @revert JUMPI
  DUP1 ${mappingSlot(OWNERS)} DUP1 SLOAD DUP5 EQ ISZERO @revert JUMPI   ; from to id slot
  CALLER DUP5 EQ
  DUP3 ${mappingSlot(APPROVED)} SLOAD CALLER EQ OR
  ${callerIsOperatorOf('DUP5')} OR ISZERO @revert JUMPI
  DUP3 SWAP1 SSTORE
  0x00 DUP2 ${mappingSlot(APPROVED)} SSTORE
  DUP3 ${mappingSlot(BALANCES)} DUP1 SLOAD 0x01 SWAP1 SUB SWAP1 SSTORE
  @credit JUMP

mint: ${requireArguments(2)} 0x00 ${addressArgument(0)} ${argument(1)}
  DUP2 ISZERO @revert JUMPI
  DUP1 ${mappingSlot(OWNERS)} DUP1 SLOAD @revert JUMPI DUP3 SWAP1 SSTORE
credit:                                                               ; from to id
  DUP2 ${mappingSlot(BALANCES)} DUP1 SLOAD 0x01 ADD SWAP1 SSTORE
  SWAP2 ${TRANSFER_TOPIC} 0x00 0x00 LOG4 STOP
`
