import { themePresets } from '@latchkey/sdk'
import type { Choices, NetworkName } from './choices.ts'
import { settingsOf } from './settingsOf.ts'

export const FRAMEWORKS = ['ts', 'react', 'vue', 'svelte'] as const
export type Framework = (typeof FRAMEWORKS)[number]
export type CodeFile = { name: string; text: string }

/** Networks that Latchkey brings along; the others are viem's. */
const OWN: readonly NetworkName[] = ['base', 'mainnet', 'baseSepolia', 'localhost']
/** Columns of a line. */
const WIDTH = 100

const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Plain data as a literal, on one line where it fits. */
function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, indent)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const deeper = `${indent}  `
  const lines = Object.entries(value).map(([name, one]) => `${name}: ${literal(one, deeper)}`)
  const short = `{ ${lines.join(', ')} }`
  if (short.length + indent.length < WIDTH - 30) return short
  return `{\n${lines.map((line) => `${deeper}${line},\n`).join('')}${indent}}`
}

/** The preset that mode and accent are those of. */
export const presetOf = ({ mode, accent }: Pick<Choices, 'mode' | 'accent'>): string | undefined =>
  Object.entries(themePresets).find(([, one]) => one.themeMode === mode && one.accent === accent)?.[0]

/** The file that all frameworks share: the wallet of the page, with what was chosen. */
function walletFile(choices: Choices): CodeFile {
  const preset = presetOf(choices)
  const { themeMode, accent, ...rest } = settingsOf(choices)
  const settings = preset ? rest : { themeMode, accent, ...rest }
  const own = choices.networks.filter((name) => OWN.includes(name))
  const others = choices.networks.filter((name) => !OWN.includes(name))
  const names = [...own, 'createLatchkey', ...(preset ? ['themePresets'] : [])].sort()
  const lines = [
    `import { ${names.join(', ')} } from 'latchkey'`,
    ...(others.length > 0 ? [`import { ${others.join(', ')} } from 'viem/chains'`] : []),
    '',
    'export const latchkey = createLatchkey({',
    "  projectId: 'your-project',",
    "  walletOrigin: 'https://wallet.example.net',",
    "  apiOrigin: 'https://api.example.net',",
    `  networks: [${choices.networks.join(', ')}],`,
    ...(preset ? [`  ...themePresets.${preset},`] : []),
    ...Object.entries(settings).map(([name, value]) => `  ${name}: ${literal(value, '  ')},`),
    '})',
  ]
  return { name: 'wallet.ts', text: `${lines.join('\n')}\n` }
}

const USES: Readonly<Record<Framework, readonly CodeFile[]>> = {
  ts: [
    {
      name: 'main.ts',
      text: `import { latchkey } from './wallet.ts'

const button = document.querySelector<HTMLButtonElement>('#connect')
button?.addEventListener('click', () => latchkey.open())
latchkey.subscribe(({ address }) => {
  if (button) button.textContent = address ?? 'Connect'
})
`,
    },
  ],
  react: [
    {
      name: 'App.tsx',
      text: `import { LatchkeyProvider, useAccount, useLatchkey } from 'latchkey/react'
import { latchkey } from './wallet.ts'

function Connect() {
  const { open } = useLatchkey()
  const { address } = useAccount()
  return (
    <button type="button" onClick={() => open()}>
      {address ?? 'Connect'}
    </button>
  )
}

export const App = () => (
  <LatchkeyProvider config={latchkey.config}>
    <Connect />
  </LatchkeyProvider>
)
`,
    },
  ],
  vue: [
    {
      name: 'main.ts',
      text: `import { latchkeyPlugin } from 'latchkey/vue'
import { createApp } from 'vue'
import App from './App.vue'
import { latchkey } from './wallet.ts'

createApp(App).use(latchkeyPlugin, latchkey.config).mount('#app')
`,
    },
    {
      name: 'App.vue',
      text: `<script setup lang="ts">
import { useAccount, useLatchkey } from 'latchkey/vue'

const account = useAccount()
const { open } = useLatchkey()
</script>

<template>
  <button type="button" @click="open()">{{ account.address ?? 'Connect' }}</button>
</template>
`,
    },
  ],
  svelte: [
    {
      name: 'App.svelte',
      text: `<script lang="ts">
import { latchkeyStores } from 'latchkey/svelte'
import { latchkey } from './wallet.ts'

const { account, open } = latchkeyStores(latchkey.config)
</script>

<button type="button" onclick={() => open()}>{$account.address ?? 'Connect'}</button>
`,
    },
  ],
}

/** The files that a project of this framework needs for what was chosen. */
export const writeCode = (framework: Framework, choices: Choices): readonly CodeFile[] => [
  walletFile(choices),
  ...USES[framework],
]
