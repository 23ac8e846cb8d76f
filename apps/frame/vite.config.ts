import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { splitCatalogues } from '@latchkey/i18n/split'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Files that are loaded later, each with all that its modules bring with them and no file before it has. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  // Right after the handshake, whoever is there.
  ready: [
    'host/describeUser.ts',
    'host/tellAccounts.ts',
    'chains/evm/accounts/accountsOf.ts',
    'chains/evm/rpc/createChainRpc.ts',
  ],
  screens: ['drawScreens.tsx'],
  // With what the approvals of all namespaces share.
  approvals: [
    'host/createApprovals.ts',
    'approvals/ApprovalView.ts',
    'approvals/phrases.ts',
    'approvals/pipeline.ts',
    'approvals/refusals.ts',
    'site/plainText.ts',
    'store/createRecord.ts',
    '../../../packages/std/src/hex.ts',
    '../../../packages/std/src/pause.ts',
  ],
  evm: [
    'chains/evm/approvalKinds.ts',
    'chains/evm/operation/smartRequests.ts',
    'chains/evm/calls/sendCallsApproval.ts',
  ],
}

/**
 * What the document loads at once is one file, and so is each of `TOGETHER`: split by who else uses its modules each would
 * be a dozen, with a header and a compression of its own.
 */
function plannedFiles() {
  const first = new Set<string>()
  const plugin: Plugin = {
    name: 'planned-files',
    buildEnd() {
      const visit = (id: string) => {
        if (first.has(id)) return
        first.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) visit(imported)
      }
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) visit(id)
    },
  }
  const together = Object.entries(TOGETHER).map(([name, roots]) => {
    const ids = new Set(roots.map((root) => page(`src/${root}`)))
    // A file that has moved would fall out of its group, and nothing would say so.
    for (const id of ids) if (!existsSync(id)) throw new Error(`${id} is not there. Has it moved?`)
    return { name, test: (id: string) => ids.has(id) }
  })
  const groups = [{ name: 'first', test: (id: string) => first.has(id) && !LATER.test(id) }, ...together]
  return { plugins: [plugin], output: { codeSplitting: { groups } } }
}

/** What is reached over an index alone: only what is loaded later makes use of it. */
const LATER =
  /\/protocol\/src\/(?:http\/(?:bitcoin|chainData|directory)|schema\/links)\.ts$|\/ui\/src\/(?:Address|Avatar|Chip|Disclosure|QrSkeleton|roundedModules|Skeleton|TextField)\.tsx?$/

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** One name for all documents that are built from these sources: what a frame has made, a window of another build may not know. */
function buildName(): string {
  const hash = createHash('sha256')
  for (const folder of [page('src'), page('../../packages/i18n/src')]) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.tsx?$/.test(name),
    )
    for (const name of names.sort()) hash.update(name).update(readFileSync(`${folder}/${name}`))
  }
  return hash.digest('base64url').slice(0, 16)
}

export default defineConfig({
  define: { __FRAME_BUILD__: JSON.stringify(buildName()) },
  root: page('.'),
  base: '/',
  plugins: [react(), splitCatalogues()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    // The documents run under `script-src 'self'` and `style-src 'self'`: nothing is inlined, not even as a data URI.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    sourcemap: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: page('index.html'),
          ...plannedFiles(),
        },
      },
    },
    // The account page is a document of its own; what the embedded frame loads stays as small as it is.
    account: {
      consumer: 'client',
      build: { emptyOutDir: false, rolldownOptions: { input: page('account.html'), ...plannedFiles() } },
    },
    // The wallet's own window draws what a frame has made: it loads neither keys nor networks.
    window: {
      consumer: 'client',
      build: { emptyOutDir: false, rolldownOptions: { input: page('window.html') } },
    },
    // The pages that show every screen share no file with the wallet's own document.
    workbench: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        assetsDir: 'workbench-assets',
        rolldownOptions: { input: page('workbench.html') },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment)
      }
    },
  },
})
