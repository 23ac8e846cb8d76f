/** `tsx packages/local-bundler/src/writeArtifacts.ts`: compiles the contracts and writes what is committed. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileContracts } from './compileContracts.ts'

for (const contract of compileContracts()) {
  const file = new URL(`./artifacts/${contract.contractName}.json`, import.meta.url)
  writeFileSync(fileURLToPath(file), `${JSON.stringify(contract, null, 2)}\n`)
}
