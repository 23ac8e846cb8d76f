import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import solc from 'solc'

/** A compiled contract as it is committed. */
export type CompiledContract = {
  contractName: string
  compiler: string
  abi: unknown[]
  bytecode: string
  deployedBytecode: string
}

type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<
    string,
    Record<
      string,
      { abi: unknown[]; evm: { bytecode: { object: string }; deployedBytecode: { object: string } } }
    >
  >
}

const settings = {
  optimizer: { enabled: true, runs: 200 },
  // Runs on every network that has ERC-4337.
  evmVersion: 'paris',
  // Comments and paths must not change the code, and with it the address.
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
}

const sourcesFolder = fileURLToPath(new URL('../contracts/', import.meta.url))

function readSources(): Record<string, { content: string }> {
  const files = readdirSync(sourcesFolder).filter((file) => file.endsWith('.sol'))
  return Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(join(sourcesFolder, file), 'utf8') }]),
  )
}

/**
 * Compiles `contracts/*.sol`. Interfaces are left out: they have no code.
 *
 * @throws Error with what the compiler says, a warning too
 * @example
 * for (const { contractName, bytecode } of compileContracts()) console.log(contractName, bytecode.length)
 */
export function compileContracts(): CompiledContract[] {
  const input = { language: 'Solidity', sources: readSources(), settings }
  const output: Output = JSON.parse(solc.compile(JSON.stringify(input)))
  const problems = (output.errors ?? []).map(({ formattedMessage }) => formattedMessage)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const compiler: string = solc.version().split('+')[0]
  return Object.values(output.contracts ?? {})
    .flatMap((file) => Object.entries(file))
    .filter(([, { evm }]) => evm.bytecode.object !== '')
    .map(([contractName, { abi, evm }]) => ({
      contractName,
      compiler: `solc ${compiler}, optimizer 200 runs, evm ${settings.evmVersion}`,
      abi,
      bytecode: `0x${evm.bytecode.object}`,
      deployedBytecode: `0x${evm.deployedBytecode.object}`,
    }))
}
