/** `tsx scripts/stack/writeArtifacts.ts`: writes the assembled test contracts that `packages/testing` commits. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildArtifacts } from '@latchkey/testing/node'

const folder = new URL('../../packages/testing/src/contracts/', import.meta.url)
for (const artifact of buildArtifacts()) {
  const file = fileURLToPath(new URL(`${artifact.contractName}.json`, folder))
  writeFileSync(file, `${JSON.stringify(artifact, null, 2)}\n`)
}
