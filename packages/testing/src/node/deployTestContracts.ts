import collectible from '../contracts/TestCollectible.json' with { type: 'json' }
import token from '../contracts/TestToken.json' with { type: 'json' }
import { testContracts } from '../contracts/testContracts.ts'
import type { JsonRpc } from './jsonRpc.ts'
import { sendFromDev } from './sendFromDev.ts'

/** The deterministic deployment proxy: call data is salt, then creation code. */
const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const SALT = '0'.repeat(64)

async function deploy(call: JsonRpc, address: string, bytecode: string): Promise<void> {
  if ((await call('eth_getCode', [address, 'latest'])) !== '0x') return
  const data = `0x${SALT}${bytecode.slice(2)}`
  await sendFromDev(call, CREATE2_DEPLOYER, data)
  if ((await call('eth_getCode', [address, 'latest'])) === '0x')
    throw new Error(`The test contract did not land on ${address}.`)
}

/** Puts the test contracts on an anvil chain, unless they are there already. */
export async function deployTestContracts(call: JsonRpc): Promise<void> {
  await deploy(call, testContracts.token.address, token.bytecode)
  await deploy(call, testContracts.collectible.address, collectible.bytecode)
}
