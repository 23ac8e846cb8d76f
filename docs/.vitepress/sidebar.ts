import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Item = { text: string; link: string }
type Group = { text: string; collapsed?: boolean; items: Item[] }

const item = (text: string, link: string): Item => ({ text, link })

/** The pages of a folder by the names of their files, with the titles that they have. */
export function pagesOf(docs: string, folder: string): Item[] {
  return readdirSync(join(docs, folder))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .sort()
    .map((name) => {
      const [title = name] = readFileSync(join(docs, folder, name), 'utf8').split('\n')
      return item(title.replace(/^# /, ''), `/${folder}/${name.replace(/\.md$/, '')}`)
    })
}

/** The order in which a reader meets the pages. */
export const sidebar = (docs: string): Group[] => [
  {
    text: 'Start',
    items: [
      item('React and Vite', '/start/react'),
      item('Next', '/start/next'),
      item('Vue', '/start/vue'),
      item('Svelte', '/start/svelte'),
      item('Plain HTML', '/start/html'),
      item('Node back end', '/start/node'),
    ],
  },
  {
    text: 'Guides',
    items: [
      item('Sign in with a wallet', '/recipes/sign-in-with-a-wallet'),
      item('Smart accounts, batches, fees', '/recipes/smart-accounts'),
      item('Theme and language', '/guides/theme'),
      item('Networks', '/guides/networks'),
      item('Where requests are approved', '/guides/approvals'),
      item('Permissions', '/recipes/ask-for-a-permission'),
      item('wagmi', '/recipes/use-with-wagmi'),
      item('Test your app', '/recipes/test-a-dapp'),
    ],
  },
  {
    text: 'Move to Latchkey',
    items: [
      item('From AppKit', '/migrate/appkit'),
      item('From RainbowKit', '/migrate/rainbowkit'),
      item('From Privy', '/migrate/privy'),
    ],
  },
  {
    text: 'Reference',
    items: [item('Options and provider', '/integrating'), item('Errors', '/errors'), ...pagesOf(docs, 'api')],
  },
  {
    text: 'Run it',
    items: [
      item('Operator manual', '/operating'),
      item('Social login', '/recipes/set-up-social-login'),
      item('Protect a wallet', '/recipes/protect-a-wallet'),
      item('Clear signing', '/recipes/clear-signing'),
      item('Wallet directory', '/recipes/import-wallets'),
      item('Open a recovery kit', '/recipes/open-a-recovery-kit'),
      item('Usage events', '/analytics'),
    ],
  },
  {
    text: 'Security',
    items: [item('Security', '/security'), item('Architecture', '/architecture')],
  },
  {
    text: 'Work on Latchkey',
    collapsed: true,
    items: [
      item('Requirements', '/requirements'),
      item('Voice', '/voice'),
      item('Add a connector', '/recipes/add-a-connector'),
      item('Add a frame method', '/recipes/add-a-frame-method'),
      item('Add a language', '/recipes/add-a-language'),
      item('Add a namespace', '/recipes/add-a-namespace'),
      item('Add a route', '/recipes/add-a-route'),
      item('Add a view', '/recipes/add-a-view'),
      item('Add an approval kind', '/recipes/add-an-approval-kind'),
      item('Add an error', '/recipes/add-an-error'),
    ],
  },
  { text: 'Decisions', collapsed: true, items: pagesOf(docs, 'decisions') },
]
