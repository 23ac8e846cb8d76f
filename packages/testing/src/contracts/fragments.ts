/** Pieces of EVM assembly that both test contracts share. Each says what it takes from and leaves on the stack. */

const byte = (value: number) => `0x${value.toString(16).padStart(2, '0')}`

const SIZE_OF_SELECTOR = 4
const SIZE_OF_WORD = 32

/** [] → [word]: the `index`th argument as it is. */
export const argument = (index: number) => `${byte(SIZE_OF_SELECTOR + SIZE_OF_WORD * index)} CALLDATALOAD`

/** [] → [address]: the `index`th argument; a word with more than 160 bits reverts, as Solidity's decoder does. */
export const addressArgument = (index: number) => `${argument(index)} DUP1 0xa0 SHR @revert JUMPI`

/** [] → []: reverts when the call carries fewer than `count` arguments. */
export const requireArguments = (count: number) =>
  `${byte(SIZE_OF_SELECTOR + SIZE_OF_WORD * count)} CALLDATASIZE LT @revert JUMPI`

/** [key] → [slot]: the place of `key` in the mapping declared at `position`, laid out as Solidity does. */
export const mappingSlot = (position: number) =>
  `0x00 MSTORE ${byte(position)} 0x20 MSTORE 0x40 0x00 KECCAK256`

/** [outer] → [slot]: as `mappingSlot`, for a mapping of mappings; `inner` is code that pushes the second key. */
export const nestedSlot = (position: number, inner: string) =>
  `${mappingSlot(position)} 0x20 MSTORE ${inner} 0x00 MSTORE 0x40 0x00 KECCAK256`

/** [word] → ends the call with the word. */
export const returnWord = '0x00 MSTORE 0x20 0x00 RETURN'

/** [] → ends the call with an ABI string. */
export function returnString(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const words = Math.ceil(bytes.length / SIZE_OF_WORD)
  const stores = Array.from({ length: words }, (_, word) => {
    const hex = [...bytes.slice(word * SIZE_OF_WORD, (word + 1) * SIZE_OF_WORD)]
      .map((value) => value.toString(16).padStart(2, '0'))
      .join('')
    return `0x${hex.padEnd(SIZE_OF_WORD * 2, '0')} ${byte(0x40 + word * SIZE_OF_WORD)} MSTORE`
  })
  return `0x20 0x00 MSTORE ${byte(bytes.length)} 0x20 MSTORE ${stores.join(' ')} ${byte(0x40 + words * SIZE_OF_WORD)} 0x00 RETURN`
}

/** Start of a contract: refuses value, jumps by selector, reverts when none matches. */
export function dispatch(routes: Readonly<Record<string, string>>): string {
  const jumps = Object.entries(routes).map(([label, selector]) => `DUP1 ${selector} EQ @${label} JUMPI`)
  return `CALLVALUE @revert JUMPI 0x00 CALLDATALOAD 0xe0 SHR ${jumps.join('\n')}
revert: 0x00 0x00 REVERT`
}

/** topic0 of Transfer(address,address,uint256), shared by ERC-20 and ERC-721. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** topic0 of Approval(address,address,uint256), shared by ERC-20 and ERC-721. */
export const APPROVAL_TOPIC = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
