import { type Address, type Client, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { ENTRY_POINT } from '../config/chains.ts'

const abi = parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)'])

/** Whether the entry point has used a nonce: the operation with it is over, in whichever form. */
export async function isUsed(client: Client, sender: Address, nonce: bigint): Promise<boolean> {
  const args = [sender, nonce >> 64n] as const
  const next = await readContract(client, { address: ENTRY_POINT, abi, functionName: 'getNonce', args })
  return next > nonce
}
