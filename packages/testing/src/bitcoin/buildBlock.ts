import { Block, Transaction } from 'bitcoinjs-lib'
import { bitcoinHash } from './bitcoinHash.ts'

/** The easiest there is: about every second header will do. */
const BITS = 0x207fffff
const VERSION = 0x20000000

/** The transaction that makes a block's coins. Its height makes it different from all others (BIP-34). */
export function coinbaseOf(height: number, script: Uint8Array, value: bigint): Transaction {
  const transaction = new Transaction()
  const number = Buffer.alloc(4)
  number.writeUInt32LE(height)
  transaction.addInput(new Uint8Array(32), 0xffff_ffff, 0xffff_ffff, Uint8Array.of(4, ...number))
  transaction.addOutput(Uint8Array.from(script), value)
  return transaction
}

/** A block with its proof of work. @param before hash of the one before, as explorers write it */
export function buildBlock(before: string, timestamp: number, transactions: Transaction[]): Block {
  const block = new Block()
  block.version = VERSION
  block.prevHash = bitcoinHash(before)
  block.timestamp = timestamp
  block.bits = BITS
  block.transactions = transactions
  block.merkleRoot = Block.calculateMerkleRoot(transactions)
  while (!block.checkProofOfWork()) block.nonce += 1
  return block
}
