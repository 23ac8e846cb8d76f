/** Networks of the OP Stack whose currency is Ether: each with its test network. */
const opStackNetworks: ReadonlySet<number> = new Set([
  // OP Mainnet, OP Sepolia
  10, 11_155_420,
  // Base
  8_453, 84_532,
  // Zora
  7_777_777, 999_999_999,
  // Mode
  34_443, 919,
  // World Chain
  480, 4_801,
  // Unichain
  130, 1_301,
  // Ink
  57_073, 763_373,
  // Soneium, Soneium Minato
  1_868, 1_946,
  // Lisk
  1_135, 4_202,
  // BOB
  60_808, 808_813,
  // Shape
  360, 11_011,
])

/**
 * Whether a network takes a fee for storing transactions on Ethereum, besides gas. What the operator wrote goes first.
 *
 * @example
 * takesL1Fee({ id: 8453 }) // true
 */
export const takesL1Fee = ({ id, l1Fee }: { id: number; l1Fee?: 'opStack' | 'none' | undefined }): boolean =>
  l1Fee === undefined ? opStackNetworks.has(id) : l1Fee === 'opStack'
