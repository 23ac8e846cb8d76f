import { readFileSync } from 'node:fs'
import { type Abi, type AbiItem, getContractAddress, type Hex, size } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { accountContracts, testTargets } from './accountContracts.ts'
import { type CompiledContract, compileContracts } from './compileContracts.ts'
import { moneyContracts } from './moneyContracts.ts'
import { permissionManagerAbi } from './permissionManagerAbi.ts'

const addresses: Readonly<Record<string, string>> = {
  LatchkeyPermissionManager: accountContracts.permissionManager,
  RevertingTarget: testTargets.reverting,
  ReentrantTarget: testTargets.reentrant,
  FalseToken: testTargets.falseToken,
  SilentToken: testTargets.silentToken,
  TrialRecogniser: testTargets.trialRecogniser,
  TestOldDollar: moneyContracts.oldDollar,
  TestWrappedEther: moneyContracts.wrappedEther,
  TestNames: moneyContracts.names,
  TestCollectible: moneyContracts.collectible,
  TestEditions: moneyContracts.editions,
}

/** Put on an address that is given, or deployed with words of its own. */
const placed = ['TestGasPriceOracle', 'TestPool', 'LatchkeyNameResolver', 'TestUniversalResolver']

const committed = (name: string): CompiledContract =>
  JSON.parse(readFileSync(new URL(`./artifacts/${name}.json`, import.meta.url), 'utf8'))

const create2 = (bytecode: Hex) =>
  getContractAddress({
    opcode: 'CREATE2',
    from: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
    salt: `0x${'0'.repeat(64)}`,
    bytecode,
  })

describe('the committed contracts', () => {
  const compiled = compileContracts()

  test('are what their sources compile to', () => {
    expect(compiled.map(({ contractName }) => contractName).sort()).toEqual(
      [...Object.keys(addresses), ...placed].sort(),
    )
    for (const contract of compiled) expect(committed(contract.contractName)).toEqual(contract)
  })

  test('have the addresses that are written down', () => {
    for (const { contractName, bytecode } of compiled.filter((one) => !placed.includes(one.contractName)))
      expect(create2(bytecode as Hex)).toBe(addresses[contractName])
  })

  test('the interface that is written down is the whole one', () => {
    const items = (abi: Abi) =>
      abi.map((item: AbiItem) => formatAbiItem(item as never, { includeName: true })).sort()
    const { abi } = committed('LatchkeyPermissionManager')
    expect(items(permissionManagerAbi)).toEqual(items(abi as Abi))
  })

  test('fit on every network (EIP-170)', () => {
    for (const { deployedBytecode } of compiled) expect(size(deployedBytecode as Hex)).toBeLessThan(24_576)
  })
})
