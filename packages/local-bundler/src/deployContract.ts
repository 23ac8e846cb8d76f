import type { JsonRpc } from '@latchkey/testing/node'
import { concat, encodeAbiParameters, type Hex } from 'viem'
import { readArtifact } from './readArtifact.ts'
import { sendAsDeveloper } from './sendAsDeveloper.ts'

/** The deterministic deployment proxy that anvil preloads: call data is salt, then creation code. */
export const DEPLOYER: Hex = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
export const SALT: Hex = `0x${'0'.repeat(64)}`

/** A contract that lands on its address by CREATE2 (EIP-1014). */
export type Deployment = { address: Hex; deployer: Hex; salt: Hex; code: () => Hex }

/** Addresses as a constructor takes them. */
export const addresses = (...values: Hex[]): Hex =>
  encodeAbiParameters(
    values.map(() => ({ type: 'address' })),
    values,
  )

/** A contract of this package, by the name of its artifact, with what its constructor takes. */
export const own = (address: Hex, name: string, ...given: Hex[]): Deployment => ({
  address,
  deployer: DEPLOYER,
  salt: SALT,
  code: () => concat([readArtifact(`./artifacts/${name}.json`).bytecode, ...given]),
})

const hasCode = async (call: JsonRpc, address: Hex) =>
  (await call('eth_getCode', [address, 'latest'])) !== '0x'

/** Puts a contract on a chain, unless it is there. @throws Error when it lands elsewhere */
export async function deploy(call: JsonRpc, { address, deployer, salt, code }: Deployment): Promise<void> {
  if (await hasCode(call, address)) return
  await sendAsDeveloper(call, { to: deployer, data: concat([salt, code()]) })
  if (!(await hasCode(call, address))) throw new Error(`No contract landed on ${address}.`)
}

/** The packages hold another build than the one on public networks, so its code is put on the address that counts. */
export async function place(call: JsonRpc, address: Hex, creationCode: Hex): Promise<void> {
  if (await hasCode(call, address)) return
  const code = await call('eth_call', [{ data: creationCode }, 'latest'])
  await call('anvil_setCode', [address, code])
}
