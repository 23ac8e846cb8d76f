import './jitless.ts'
import '@latchkey/ui/tokens.css'
import '@latchkey/ui/screens.css'
import './frame.css'
import './workbench/workbench.css'
import { type ReactElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyTheme } from './host/sync.ts'
import { LocaleProvider } from './locales/LocaleContext.tsx'
import { loadWorkbenchLocale } from './workbench/loadWorkbenchLocale.ts'
import { type WorkbenchState, workbenchStates } from './workbench/states.tsx'

const query = new URLSearchParams(location.search)
const wanted = query.get('state')

const link = (name: string) => `?${new URLSearchParams({ ...Object.fromEntries(query), state: name })}`

function Index(): ReactElement {
  return (
    <nav className="wb-index">
      <a href={link('all')}>all</a>
      {workbenchStates.map(({ name }) => (
        <a key={name} href={link(name)}>
          {name}
        </a>
      ))}
    </nav>
  )
}

function Sheet({ states }: { states: readonly WorkbenchState[] }): ReactElement {
  return (
    <div className="wb-sheet">
      {states.map(({ name, element }) => (
        <figure key={name}>
          <figcaption>{name}</figcaption>
          <div className="wb-card">{element}</div>
        </figure>
      ))}
    </div>
  )
}

function Page(): ReactElement {
  const group = query.get('group')
  const one = workbenchStates.find(({ name }) => name === wanted)
  if (one) return <div className="fr-app">{one.element}</div>
  if (wanted !== 'all') return <Index />
  return <Sheet states={workbenchStates.filter(({ name }) => !group || name.startsWith(group))} />
}

const locale = await loadWorkbenchLocale(query.get('locale') ?? 'en')
const theme = query.get('theme') === 'light' ? 'light' : 'dark'
applyTheme(document.documentElement, { themeMode: theme, accent: query.get('accent') ?? undefined })
document.documentElement.lang = locale.tag
document.documentElement.dir = locale.dir
document.documentElement.setAttribute('data-shown', '')
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LocaleProvider value={locale}>
      <Page />
    </LocaleProvider>
  </StrictMode>,
)
