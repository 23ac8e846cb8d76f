import type { JsonRpc } from '@latchkey/testing/node'
import { concat, encodeAbiParameters, encodeFunctionData, getContractAddress, type Hex, parseAbi } from 'viem'
import { namehash } from 'viem/ens'
import { DEPLOYER, deploy, own, SALT } from './deployContract.ts'
import { moneyContracts } from './moneyContracts.ts'
import { readArtifact } from './readArtifact.ts'
import { sendAsDeveloper } from './sendAsDeveloper.ts'

const registryAbi = parseAbi(['function setResolver(bytes32 node, address value)'])
const collectibleAbi = parseAbi([
  'function mint(address to, uint256 tokenId, string uri)',
  'function transferFrom(address from, address to, uint256 tokenId)',
])

/**
 * Puts the resolver of the service's names on a local chain, and names it in the registry for each zone.
 *
 * @param options `urls` of the gateway with `{sender}` and `{data}`; `signers`: addresses of its keys
 * @returns the address of the resolver
 */
export async function deployNameResolver(
  call: JsonRpc,
  { urls, signers, zones }: { urls: readonly string[]; signers: readonly Hex[]; zones: readonly string[] },
): Promise<Hex> {
  const given = encodeAbiParameters([{ type: 'string[]' }, { type: 'address[]' }], [urls, signers])
  const { bytecode } = readArtifact('./artifacts/LatchkeyNameResolver.json')
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: DEPLOYER,
    salt: SALT,
    bytecode: concat([bytecode, given]),
  })
  await deploy(call, own(address, 'LatchkeyNameResolver', given))
  for (const zone of zones) {
    const args = [namehash(zone), address] as const
    const data = encodeFunctionData({ abi: registryAbi, functionName: 'setResolver', args })
    await sendAsDeveloper(call, { to: moneyContracts.names, data })
  }
  return address
}

/** Makes a collectible of the local chain. @param uri what says what it is, as its contract tells it */
export async function mintCollectible(
  call: JsonRpc,
  to: Hex,
  { tokenId, uri }: { tokenId: bigint; uri: string },
): Promise<void> {
  const data = encodeFunctionData({ abi: collectibleAbi, functionName: 'mint', args: [to, tokenId, uri] })
  await sendAsDeveloper(call, { to: moneyContracts.collectible, data })
}

/** Gives a collectible away that the developer has: nobody takes it for what a stranger hands out. */
export async function giveCollectible(call: JsonRpc, from: Hex, to: Hex, tokenId: bigint): Promise<void> {
  const args = [from, to, tokenId] as const
  const data = encodeFunctionData({ abi: collectibleAbi, functionName: 'transferFrom', args })
  await sendAsDeveloper(call, { to: moneyContracts.collectible, data })
}
