import { assemble, creationCode } from './assemble.ts'
import { testCollectibleAbi } from './testCollectibleAbi.ts'
import { testCollectibleSource } from './testCollectibleSource.ts'
import { testTokenAbi } from './testTokenAbi.ts'
import { testTokenSource } from './testTokenSource.ts'

export type ContractArtifact = {
  contractName: string
  abi: readonly unknown[]
  /** Creation code. */
  bytecode: `0x${string}`
  /** Run-time code. */
  deployedBytecode: `0x${string}`
}

function artifact(contractName: string, abi: readonly unknown[], source: string): ContractArtifact {
  const runtime = assemble(source)
  return { contractName, abi, bytecode: creationCode(runtime), deployedBytecode: `0x${runtime}` }
}

/** Assembles the test contracts; a test compares them with the committed files under contracts/. */
export const buildArtifacts = (): ContractArtifact[] => [
  artifact('TestToken', testTokenAbi, testTokenSource),
  artifact('TestCollectible', testCollectibleAbi, testCollectibleSource),
]
