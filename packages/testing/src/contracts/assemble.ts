const OPCODES: Readonly<Record<string, number>> = {
  STOP: 0x00,
  ADD: 0x01,
  SUB: 0x03,
  LT: 0x10,
  EQ: 0x14,
  ISZERO: 0x15,
  OR: 0x17,
  NOT: 0x19,
  SHL: 0x1b,
  SHR: 0x1c,
  KECCAK256: 0x20,
  CALLER: 0x33,
  CALLVALUE: 0x34,
  CALLDATALOAD: 0x35,
  CALLDATASIZE: 0x36,
  EXTCODESIZE: 0x3b,
  POP: 0x50,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMP: 0x56,
  JUMPI: 0x57,
  JUMPDEST: 0x5b,
  DUP1: 0x80,
  DUP2: 0x81,
  DUP3: 0x82,
  DUP4: 0x83,
  DUP5: 0x84,
  SWAP1: 0x90,
  SWAP2: 0x91,
  LOG3: 0xa3,
  LOG4: 0xa4,
  RETURN: 0xf3,
  REVERT: 0xfd,
}

const toHex = (value: number, bytes: number) => value.toString(16).padStart(bytes * 2, '0')

type Piece = string | { label: string }

function pieceOf(token: string): Piece {
  if (token.startsWith('@')) return { label: token.slice(1) }
  if (token.startsWith('0x')) {
    const digits = token.slice(2)
    if (!/^([0-9a-f]{2}){1,32}$/.test(digits)) throw new Error(`Not a literal of 1 to 32 bytes: ${token}`)
    return toHex(0x5f + digits.length / 2, 1) + digits
  }
  const opcode = OPCODES[token]
  if (opcode === undefined) throw new Error(`Unknown EVM instruction: ${token}`)
  return toHex(opcode, 1)
}

/**
 * Assembles EVM code. Tokens are separated by white space: an instruction, `0x…` (pushed), `label:` (a jump
 * destination) or `@label` (its offset, pushed in two bytes). `;` starts a comment.
 *
 * @returns run-time code as hex without 0x
 * @throws Error for an unknown instruction, a bad literal, an unknown or repeated label
 * @example
 * assemble('0x01 0x00 MSTORE 0x20 0x00 RETURN') // '600160005260206000f3'
 */
export function assemble(source: string): string {
  const tokens = source.replace(/;.*$/gm, '').split(/\s+/).filter(Boolean)
  const labels = new Map<string, number>()
  const pieces: Piece[] = []
  let offset = 0
  for (const token of tokens) {
    if (token.endsWith(':')) {
      const label = token.slice(0, -1)
      if (labels.has(label)) throw new Error(`Repeated label: ${label}`)
      labels.set(label, offset)
      pieces.push(toHex(0x5b, 1))
      offset += 1
      continue
    }
    const piece = pieceOf(token)
    pieces.push(piece)
    offset += typeof piece === 'string' ? piece.length / 2 : 3
  }
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece
      const target = labels.get(piece.label)
      if (target === undefined) throw new Error(`Unknown label: ${piece.label}`)
      return `61${toHex(target, 2)}`
    })
    .join('')
}

/**
 * Prefixes run-time code with the init code that returns it.
 *
 * @param runtime hex without 0x, at most 65 535 bytes
 * @example
 * creationCode(assemble('STOP')) // '0x6100018060…00'
 */
export function creationCode(runtime: string): `0x${string}` {
  const size = runtime.length / 2
  if (size > 0xffff) throw new Error('The run-time code does not fit a PUSH2 length.')
  return `0x61${toHex(size, 2)}80600c6000396000f3${runtime}`
}
